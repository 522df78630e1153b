import { useCallback, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

import type { ListedAnnotation } from '../../../../shared/api/annotations.ts';
import type { BookPosition, Mark } from '../epub/engine/book-engine.ts';
import type { Locator, Positions } from '../epub/engine/locator.ts';
import type { DocumentEngine } from './document-engine.ts';
import { changeOf, type EditedNote } from './note-writer.tsx';
import { neighbourOf, type OpenedBook, type Step } from './opened-book.ts';
import { initialMoves, afterJump, afterTurn, type ReadingMoves } from './reading-moves.ts';
import { initialShell, type ShellState } from './shell-store.ts';
import { useDocumentProgress } from './use-document-progress.ts';
import { useMarks } from './use-marks.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface DocumentReaderOptions {
  book: OpenedBook;
  positions: Positions;
  incognito: boolean;
  /** Opened at a page that is not the reader's own position. */
  isJump: boolean;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** The state that the readers of EPUBs and PDFs have in common, and the commands that both take. */
export const useDocumentReader = <Engine extends DocumentEngine>(
  options: DocumentReaderOptions,
) => {
  const { book, positions, incognito, isJump, onOpenBook } = options;
  const root = useRef<HTMLElement>(null);
  const engine = useRef<Engine>(null);
  const [store] = useState(() => createStore<ShellState>(() => initialShell(incognito, isJump)));
  const state = useStore(store);
  const shown = useRef<Locator | null>(null);
  const isReturning = useRef(false);
  /** While a document outside of the reading order is shown. */
  const movesBeforeAside = useRef<ReadingMoves | null>(null);
  const [position, setPosition] = useState<BookPosition | null>(null);
  const [found, setFound] = useState<readonly Mark[]>(nothing);
  const [writing, setWriting] = useState<EditedNote | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const onProgress = useDocumentProgress(book, positions, store);
  const marks = useMarks(book.id, found);
  useWakeLock(true);

  const { all, canMark, addAt, remove } = marks;
  const bookmark = all.find(
    ({ kind, page }) => kind === 'bookmark' && page === position?.locator.locations.position,
  );
  const commands = useMemo(
    () => ({
      first: () => void engine.current?.goTo('start'),
      last: () => void engine.current?.goTo('end'),
      bookmark: () => {
        if (bookmark) remove(bookmark);
        else if (position && canMark) {
          const text = position.locator.text?.after;
          addAt(position.locator, { kind: 'bookmark', ...(text === undefined ? {} : { text }) });
        }
      },
    }),
    [bookmark, position, canMark, addAt, remove],
  );
  /** Turns the page; the engine's function returns false at either end of the book. */
  const turn = useCallback(
    async (step: Step, move: (engine: Engine) => boolean | Promise<boolean>) => {
      const { end } = store.getState();
      const next = neighbourOf(book, 1);
      if (end === null) {
        const hasMoved = !engine.current || (await move(engine.current));
        if (!hasMoved && step === 1) store.setState({ end: 1 });
      } else if (step === -1) store.setState({ end: null });
      else if (next !== null) onOpenBook(next);
    },
    [store, book, onOpenBook],
  );

  const edit = useCallback((mark: ListedAnnotation) => setWriting(changeOf(mark)), []);
  const clearSelection = useCallback(() => engine.current?.clearSelection(), []);
  const goTo = useCallback((target: Locator) => void engine.current?.goTo(target), []);
  const goBack = useCallback((): boolean => {
    const target = store.getState().back?.locator;
    if (target === undefined) return false;
    isReturning.current = true;
    void engine.current?.goTo(target);
    return true;
  }, [store]);
  const dismiss = useCallback((): boolean => {
    const isAtEnd = store.getState().end !== null;
    store.setState({ end: null });
    return engine.current?.clearSelection() === true || isAtEnd;
  }, [store]);
  const closePanel = useCallback(() => store.setState({ panel: null }), [store]);
  const follow = (from: Locator, { locator, movement }: BookPosition) => {
    const [before, after] = [pageOf(from), pageOf(locator)];
    if (before === after || movement === 'layout') return;
    const moves = store.getState();
    if (movement === 'turn') store.setState(afterTurn(moves, before, after));
    else if (isReturning.current) store.setState(initialMoves(false));
    else
      store.setState(afterJump(moves, { page: before, locator: from }, (page) => page === after));
    isReturning.current = false;
  };
  const showAside = ({ locator }: BookPosition) => {
    if (movesBeforeAside.current !== null) return;
    const { back, turnsSinceJump } = store.getState();
    movesBeforeAside.current = { back, turnsSinceJump };
    store.setState({ back: { page: pageOf(locator), locator } });
  };
  const leaveAside = () => {
    if (movesBeforeAside.current === null) return;
    store.setState(movesBeforeAside.current);
    movesBeforeAside.current = null;
    isReturning.current = false;
  };
  const reader = {
    ...options,
    root,
    store,
    state,
    position,
    marks,
    setFound,
    writing,
    setWriting,
    link,
    setLink,
    isBookmarked: bookmark !== undefined,
    commands,
    turn,
    edit,
    goTo,
    goBack,
    clearSelection,
    dismiss,
    closePanel,
    /** On a phone, panels cover the pages, so they are closed to show the target. */
    uncover: () => {
      if (window.innerWidth <= 700) closePanel();
    },
    onMove: (next: BookPosition) => {
      setPosition(next);
      if (next.isAside === true) {
        showAside(next);
        return;
      }
      leaveAside();
      const from = shown.current;
      shown.current = next.locator;
      if (from !== null) follow(from, next);
      // Late fonts report the last screen again, which must not close the end card.
      if (!next.isLast) store.setState({ end: null });
      onProgress(next);
    },
    onMark: (id: string) => {
      const mark = all.find((annotation) => annotation.id === id);
      if (mark) edit(mark);
    },
  };
  return { reader, engine };
};

export type DocumentReaderState<Engine extends DocumentEngine = DocumentEngine> = ReturnType<
  typeof useDocumentReader<Engine>
>['reader'];

const pageOf = ({ locations }: Locator): number => locations.position ?? 1;

const nothing: readonly Mark[] = [];
