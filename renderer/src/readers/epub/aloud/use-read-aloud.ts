import { useEffect, useLayoutEffect, useMemo, type RefObject } from 'react';
import { useStore } from 'zustand';

import type { DocumentReaderState } from '../../shell/use-document-reader.ts';
import { currentChapter, type Chapter } from '../chapters.ts';
import type { BookEngine } from '../engine/book-engine.ts';
import type { EpubBook } from '../load-epub.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { createSpeaker } from './speaker.ts';
import { useMediaSession } from './use-media-session.ts';

interface ReadAloudOptions {
  engine: RefObject<BookEngine | null>;
  epub: EpubBook;
  chapters: readonly Chapter[];
  reader: Pick<DocumentReaderState<BookEngine>, 'store' | 'turn'>;
}

/** Whether the browser can speak at all. */
export const canReadAloud = (): boolean => 'speechSynthesis' in window;

/** Reads the open book aloud; stops when the book is left. */
export const useReadAloud = ({ engine, epub, chapters, reader }: ReadAloudOptions): Narrator => {
  const { book, manifest } = epub;
  const { store, turn } = reader;
  const { language = '' } = manifest.metadata;
  const narrator = useMemo(() => {
    const voices = window.speechSynthesis;
    return createNarrator({ voices, speaker: createSpeaker(voices), language });
  }, [language]);
  // The voice goes on when they change, for example with the address of the page.
  useLayoutEffect(() => {
    narrator.setBook({
      shown: () => engine.current?.shown() ?? [],
      async turn() {
        // Behind the card at the end is the next book.
        if (store.getState().end !== null) return false;
        let hasMoved = false;
        await turn(1, async (target) => (hasMoved = await target.turn(1)));
        return hasMoved;
      },
      chapterAt: ({ href, index }, { start }) => {
        const spineIndex = manifest.readingOrder.findIndex((link) => link.href === href);
        const progression = start / Math.max(1, index.text.length);
        const locator = { href, type: '', locations: { progression } };
        return currentChapter(chapters, spineIndex, { locator, visibleShare: 0 })?.href;
      },
    });
  }, [narrator, engine, manifest, chapters, store, turn]);
  useEffect(() => {
    // Chromium goes on speaking when a page is left.
    window.addEventListener('pagehide', narrator.stop);
    return () => {
      window.removeEventListener('pagehide', narrator.stop);
      narrator.stop();
    };
  }, [narrator]);
  const { status } = useStore(narrator.store);
  useMediaSession(narrator, status, { title: book.title, series: book.series_name });
  return narrator;
};
