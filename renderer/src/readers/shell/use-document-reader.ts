import { useCallback, useMemo, useRef, useState } from 'react';

import type { ListedAnnotation } from '../../../../shared/api/annotations.ts';
import type { BookPlace, Mark } from '../epub/engine/book-engine.ts';
import type { Locator, Positions } from '../epub/engine/locator.ts';
import type { DocumentEngine } from './document-engine.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { changeOf, type Writing } from './note-writer.tsx';
import type { OpenedBook } from './opened-book.ts';
import type { Chrome } from './use-auto-show-controls.ts';
import { useDocumentProgress } from './use-document-progress.ts';
import { useMarks } from './use-marks.ts';
import { useWakeLock } from './use-wake-lock.ts';

export type DocumentPanel = 'contents' | 'find' | 'marks' | 'settings' | 'thumbnails';

interface DocumentReaderOptions {
  book: OpenedBook;
  positions: Positions;
  incognito: boolean;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** The state that the readers of EPUBs and PDFs have in common, and the commands that both take. */
export const useDocumentReader = <Engine extends DocumentEngine>(
  options: DocumentReaderOptions,
) => {
  const { book, positions, onClose } = options;
  const root = useRef<HTMLElement>(null);
  const engine = useRef<Engine>(null);
  const [place, setPlace] = useState<BookPlace | null>(null);
  const [panel, setPanel] = useState<DocumentPanel | null>(null);
  const [chrome, setChrome] = useState<Chrome>('hidden');
  const [isIncognito, setIsIncognito] = useState(options.incognito);
  const [found, setFound] = useState<readonly Mark[]>(nothing);
  const [writing, setWriting] = useState<Writing | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [isAtEnd, setAtEnd] = useState(false);
  const progress = useDocumentProgress({ book, positions }, isIncognito);
  const marks = useMarks(book.id, found);
  useWakeLock(true);

  const { all, canMark, add, remove, bookmarkAt } = marks;
  const bookmark = bookmarkAt(place);
  const togglePanel = useCallback(
    (name: DocumentPanel) => setPanel((before) => (before === name ? null : name)),
    [],
  );
  const commands = useMemo(() => {
    return {
      first: () => void engine.current?.goTo('start'),
      last: () => void engine.current?.goTo('end'),
      contents: () => togglePanel('contents'),
      find: () => togglePanel('find'),
      marks: () => togglePanel('marks'),
      settings: () => togglePanel('settings'),
      bookmark: () => {
        if (bookmark) remove(bookmark);
        else if (place && canMark) {
          const text = place.locator.text?.after;
          add(place.locator, { kind: 'bookmark', ...(text === undefined ? {} : { text }) });
        }
      },
      chrome: () => setChrome((before) => (before === 'shown' ? 'hidden' : 'shown')),
      incognito: () => setIsIncognito((before) => !before),
      fullscreen: () => void toggleFullscreen(root.current),
      leave: () => {
        // Closes the topmost layer, and finally the book.
        if (panel !== null) setPanel(null);
        else if (isAtEnd) setAtEnd(false);
        else onClose();
      },
    };
  }, [togglePanel, panel, isAtEnd, onClose, bookmark, place, canMark, add, remove]);

  const edit = useCallback((mark: ListedAnnotation) => setWriting(changeOf(mark)), []);
  const clearSelection = useCallback(() => engine.current?.clearSelection(), []);
  const goTo = useCallback((target: Locator) => void engine.current?.goTo(target), []);
  const reader = {
    ...options,
    ...{ place, panel, setPanel, togglePanel, chrome, setChrome, isIncognito, setFound },
    ...{ writing, setWriting, link, setLink, isAtEnd, setAtEnd, progress, marks },
    ...{ isBookmarked: bookmark !== undefined, commands, edit, goTo, clearSelection },
    /** Panels lie over the pages on a phone: it puts them away, so that the target is seen. */
    uncover: () => {
      if (window.innerWidth <= 700) setPanel(null);
    },
    onPlace: (next: BookPlace) => {
      setPlace(next);
      // Late fonts report the last screen again, which must not close the end card.
      if (!next.isLast) setAtEnd(false);
      progress.onPlace(next);
    },
    onMark: (id: string) => {
      const mark = all.find((one) => one.id === id);
      if (mark) edit(mark);
    },
  };
  return { reader, root, engine };
};

export type DocumentReaderState = ReturnType<typeof useDocumentReader>['reader'];

const nothing: readonly Mark[] = [];
