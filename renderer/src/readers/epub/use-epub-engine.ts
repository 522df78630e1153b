import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { useDocumentEngine } from '../shell/document-engine.ts';
import type { BookEngine, EngineEvents, Mark, NavigationTarget } from './engine/book-engine.ts';
import type { BookStyle } from './engine/book-style.ts';
import { createFixedEngine } from './engine/fixed-engine.ts';
import { createFlowEngine } from './engine/flow-engine.ts';
import type { EpubBook } from './load-epub.ts';

interface EpubEngineOptions {
  engine: RefObject<BookEngine | null>;
  epub: EpubBook;
  start: NavigationTarget;
  brokenPicture: string;
  style: BookStyle;
  marks: readonly Mark[];
  events: Pick<
    EngineEvents,
    'onMove' | 'onTap' | 'onTurn' | 'onMark' | 'onLink' | 'onDeadLink' | 'onFootnote' | 'onKey'
  >;
}

/** The engine of an EPUB in its container, its state, and why its last part failed, and how often. */
export const useEpubEngine = (options: EpubEngineOptions) => {
  const { engine, epub, start, brokenPicture, style, marks, events } = options;
  const [failure, setFailure] = useState<{ error: unknown; count: number } | null>(null);
  const firstStyle = useRef(style);
  const all = {
    ...events,
    onMove: (position: Parameters<typeof events.onMove>[0]) => {
      setFailure(null);
      events.onMove(position);
    },
    onFailure: (error: unknown) =>
      setFailure((before) => ({ error, count: (before?.count ?? 0) + 1 })),
  };
  const mounted = useDocumentEngine(
    engine,
    marks,
    all,
    useCallback(
      (container: HTMLDivElement, engineEvents: EngineEvents): BookEngine => {
        const { manifest, positions } = epub;
        const create = manifest.metadata.layout === 'fixed' ? createFixedEngine : createFlowEngine;
        const made = create({
          container,
          manifest,
          positions,
          style: firstStyle.current,
          brokenPicture,
          events: engineEvents,
        });
        void made.goTo(start);
        return made;
      },
      [epub, start, brokenPicture],
    ),
  );
  useEffect(() => engine.current?.setStyle(style), [engine, style]);

  return { ...mounted, failure };
};
