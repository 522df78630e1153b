import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { useDocumentEngine, type EngineState } from '../shell/document-engine.ts';
import type { BookEngine, EngineEvents, Mark, NavigationTarget } from './engine/book-engine.ts';
import type { BookStyle } from './engine/book-style.ts';
import { createFixedEngine } from './engine/fixed-engine.ts';
import { createFlowEngine } from './engine/flow-engine.ts';
import type { EpubBook } from './load-epub.ts';

interface EpubEngineOptions extends Pick<
  EngineEvents,
  'onPlace' | 'onTap' | 'onMark' | 'onLink' | 'onKey'
> {
  engine: RefObject<BookEngine | null>;
  epub: EpubBook;
  start: NavigationTarget;
  brokenPicture: string;
  style: BookStyle;
  marks: readonly Mark[];
}

/** The engine of an EPUB in its container, what it last told, and what kept the last part from being shown. */
export const useEpubEngine = (options: EpubEngineOptions) => {
  const { engine, epub, start, style, marks } = options;
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [failure, setFailure] = useState<unknown>(null);

  const make = useCallback(
    (container: HTMLDivElement, events: EngineState): BookEngine => {
      const { manifest, positions } = epub;
      const create = manifest.metadata.layout === 'fixed' ? createFixedEngine : createFlowEngine;
      const made = create({
        ...{ container, manifest, positions },
        style: latest.current.style,
        brokenPicture: latest.current.brokenPicture,
        events: {
          ...events,
          onPlace: (next) => {
            setFailure(null);
            latest.current.onPlace(next);
          },
          onFailure: setFailure,
          onTap: (zone) => latest.current.onTap(zone),
          onMark: (id) => latest.current.onMark(id),
          onLink: (url) => latest.current.onLink(url),
          onKey: (event) => latest.current.onKey(event),
        },
      });
      made.setMarks(latest.current.marks);
      void made.goTo(start);
      return made;
    },
    [epub, start],
  );
  const mounted = useDocumentEngine(engine, marks, make);
  useEffect(() => engine.current?.setStyle(style), [engine, style]);

  return { ...mounted, failure };
};
