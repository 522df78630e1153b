import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { useDocumentEngine } from '../shell/document-engine.ts';
import type {
  BookEngine,
  BookPosition,
  EngineEvents,
  Mark,
  NavigationTarget,
} from './engine/book-engine.ts';
import type { BookStyle } from './engine/book-style.ts';
import { createFixedEngine } from './engine/fixed-engine.ts';
import { createFlowEngine } from './engine/flow-engine.ts';
import { splitHref, type Locator } from './engine/locator.ts';
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
  const first = useRef({ style, start });
  /** Another file of the book opens at the place that this one showed. */
  const place = useRef<Locator | null>(null);
  const isReopening = useRef(false);
  const all = {
    ...events,
    onMove: (position: BookPosition) => {
      // The part that is still shown can be laid out again at any time.
      if (position.movement !== 'layout') setFailure(null);
      const movement = isReopening.current ? 'layout' : position.movement;
      isReopening.current = false;
      if (position.isAside !== true) place.current = position.locator;
      events.onMove({ ...position, movement });
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
          style: first.current.style,
          brokenPicture,
          events: engineEvents,
        });
        isReopening.current = place.current !== null;
        void made.goTo(placeIn(epub, place.current) ?? first.current.start);
        return made;
      },
      [epub, brokenPicture],
    ),
  );
  useEffect(() => engine.current?.setStyle(style), [engine, style]);

  return { ...mounted, failure };
};

/** The same place in another file of the book, which may lack its part. */
const placeIn = ({ manifest, positions }: EpubBook, place: Locator | null): Locator | null => {
  if (place === null) return null;
  const { part } = splitHref(place.href);
  const isThere = manifest.readingOrder.some(({ href }) => splitHref(href).part === part);
  if (isThere) return place;
  return positions.locatorOf(Math.min(place.locations.position ?? 1, positions.total));
};
