import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import type {
  BookEngine,
  BookSelection,
  EngineEvents,
  Mark,
  Target,
} from '../books/book-engine.ts';
import type { BookStyle } from '../books/book-style.ts';
import { createFixedEngine } from '../books/fixed-engine.ts';
import { createFlowEngine } from '../books/flow-engine.ts';
import type { TextBook } from './load-text.ts';

interface BookEngineOptions extends Pick<
  EngineEvents,
  'onPlace' | 'onTap' | 'onMark' | 'onLink' | 'onKey'
> {
  /** Told of the engine, and of null when it has gone. */
  onEngine: (engine: BookEngine | null) => void;
  text: TextBook;
  start: Target;
  brokenPicture: string;
  style: BookStyle;
  marks: readonly Mark[];
}

export interface OpenBook {
  container: RefObject<HTMLDivElement | null>;
  selection: BookSelection | null;
  isLoading: boolean;
  /** What kept the last part from being shown. */
  failure: unknown;
}

/** The engine of a book in its container, and what it last told. */
export const useBookEngine = (options: BookEngineOptions): OpenBook => {
  const { text, start, style, marks } = options;
  const container = useRef<HTMLDivElement>(null);
  const engine = useRef<BookEngine | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [selection, setSelection] = useState<BookSelection | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    if (!container.current) return;
    const isFixed = text.manifest.metadata.layout === 'fixed';
    const create = isFixed ? createFixedEngine : createFlowEngine;
    const made = create({
      container: container.current,
      ...{ manifest: text.manifest, positions: text.positions },
      style: latest.current.style,
      brokenPicture: latest.current.brokenPicture,
      events: {
        onPlace: (next) => {
          setFailure(null);
          latest.current.onPlace(next);
        },
        onLoading: setIsLoading,
        onFailure: setFailure,
        onSelect: setSelection,
        onTap: (zone) => latest.current.onTap(zone),
        onMark: (id) => latest.current.onMark(id),
        onLink: (url) => latest.current.onLink(url),
        onKey: (event) => latest.current.onKey(event),
      },
    });
    engine.current = made;
    latest.current.onEngine(made);
    made.setMarks(latest.current.marks);
    void made.goTo(start);
    return () => {
      engine.current = null;
      latest.current.onEngine(null);
      made.destroy();
    };
  }, [text, start]);

  useEffect(() => engine.current?.setStyle(style), [style]);
  useEffect(() => engine.current?.setMarks(marks), [marks]);

  return { container, selection, isLoading, failure };
};
