import { useMemo, type RefObject } from 'react';

import type { FullBook } from '../../../shared/api/books.ts';
import type { CommandOf } from '../commands/catalogue.ts';
import { useCommands } from '../commands/use-commands.ts';
import { toggleFullscreen } from '../reader/fullscreen.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import type { PdfEngine } from './pdf-engine.ts';

export type PdfPanel = 'contents' | 'thumbnails' | 'find' | 'marks' | 'settings';
export type PdfCommand = CommandOf<'pdf'>;

interface PdfCommandsOptions {
  book: FullBook;
  engine: RefObject<PdfEngine | null>;
  root: RefObject<HTMLElement | null>;
  settings: ReadingSettings<'pdf'>;
  panel: PdfPanel | null;
  setPanel: (panel: PdfPanel | null) => void;
  isAtEnd: boolean;
  /** Told whether the reader stands behind the last page. */
  setAtEnd: (isAtEnd: boolean) => void;
  showChrome: () => void;
  toggleChrome: () => void;
  toggleBookmark: () => void;
  toggleIncognito: () => void;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
}

const zoomStep = 1.2;
const fits = ['width', 'page', 'custom'] as const;

/** Every command of the reader of PDFs by name; the keys are the person's own. */
export const usePdfCommands = (options: PdfCommandsOptions): ((command: PdfCommand) => void) => {
  const { book, engine, root, settings, panel, setPanel, isAtEnd, setAtEnd } = options;
  const { showChrome, toggleChrome, toggleBookmark, toggleIncognito, onOpenBook, onClose } =
    options;

  const handlers = useMemo((): Record<PdfCommand, () => void> => {
    const go = (move: (engine: PdfEngine) => boolean, isForward: boolean) => {
      if (isAtEnd) {
        if (!isForward) setAtEnd(false);
      } else if (engine.current && !move(engine.current) && isForward) setAtEnd(true);
    };
    const toggle = (name: PdfPanel) => setPanel(panel === name ? null : name);
    const open = (id: string | null) => {
      if (id !== null) onOpenBook(id);
    };
    const { fit, layout, continuous, invert } = settings.values;
    return {
      'turn-left': () => go((pages) => pages.turnPage(-1), false),
      'turn-right': () => go((pages) => pages.turnPage(1), true),
      next: () => go((pages) => pages.turn(1), true),
      previous: () => go((pages) => pages.turn(-1), false),
      first: () => void engine.current?.goTo('start'),
      last: () => void engine.current?.goTo('end'),
      'go-to': () => {
        showChrome();
        root.current?.querySelector<HTMLInputElement>('input[data-page-input]')?.select();
      },
      'next-book': () => open(book.next_id),
      'previous-book': () => open(book.previous_id),
      contents: () => toggle('contents'),
      thumbnails: () => toggle('thumbnails'),
      find: () => toggle('find'),
      marks: () => toggle('marks'),
      settings: () => toggle('settings'),
      bookmark: toggleBookmark,
      'size-up': () => engine.current?.zoomBy(zoomStep),
      'size-down': () => engine.current?.zoomBy(1 / zoomStep),
      'size-reset': () => engine.current?.resetZoom(),
      fit: () => settings.set({ fit: fits[(fits.indexOf(fit) + 1) % fits.length] ?? 'width' }),
      rotate: () => engine.current?.rotate(),
      invert: () => settings.set({ invert: !invert }),
      layout: () => settings.set({ continuous: !continuous }),
      double: () => settings.set({ layout: layout === 'single' ? 'double-odd' : 'single' }),
      chrome: toggleChrome,
      incognito: toggleIncognito,
      fullscreen: () => void toggleFullscreen(root.current),
      leave: () => {
        // Puts away what lies on top, one thing at a time, and at last the book.
        if (panel !== null) setPanel(null);
        else if (isAtEnd) setAtEnd(false);
        else onClose();
      },
    };
  }, [
    book,
    engine,
    root,
    settings,
    panel,
    setPanel,
    isAtEnd,
    setAtEnd,
    showChrome,
    toggleChrome,
    toggleBookmark,
    toggleIncognito,
    onOpenBook,
    onClose,
  ]);
  useCommands('pdf', handlers);
  return (command) => handlers[command]();
};
