import { useMemo, type RefObject } from 'react';

import type { CommandOf } from '../../commands/catalogue.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import type { DocumentReaderState } from '../shell/use-document-reader.ts';
import type { PdfEngine } from './pdf-engine.ts';

export type PdfCommand = CommandOf<'pdf'>;

const zoomStep = 1.2;
const fits = ['width', 'page', 'custom'] as const;

interface PdfCommandTargets {
  root: RefObject<HTMLElement | null>;
  engine: RefObject<PdfEngine | null>;
  settings: ReadingSettings<'pdf'>;
}

/** Every command of the PDF reader by name; the keys are the person's own. */
export const usePdfCommands = (
  reader: DocumentReaderState,
  { root, engine, settings }: PdfCommandTargets,
): ((command: PdfCommand) => void) => {
  const { book, commands, togglePanel, isAtEnd, setAtEnd, setChrome, onOpenBook } = reader;

  const handlers = useMemo((): Record<PdfCommand, () => void> => {
    const go = (move: (engine: PdfEngine) => boolean, isForward: boolean) => {
      if (isAtEnd) {
        if (!isForward) setAtEnd(false);
      } else if (engine.current && !move(engine.current) && isForward) setAtEnd(true);
    };
    const open = (id: string | null) => {
      if (id !== null) onOpenBook(id);
    };
    const { fit, layout, continuous, invert } = settings.values;
    return {
      ...commands,
      'turn-left': () => go((pages) => pages.turnPage(-1), false),
      'turn-right': () => go((pages) => pages.turnPage(1), true),
      next: () => go((pages) => pages.turn(1), true),
      previous: () => go((pages) => pages.turn(-1), false),
      'go-to': () => {
        setChrome('shown');
        root.current?.querySelector<HTMLInputElement>('input[data-page-input]')?.select();
      },
      'next-book': () => open(book.next_id),
      'previous-book': () => open(book.previous_id),
      thumbnails: () => togglePanel('thumbnails'),
      'size-up': () => engine.current?.zoomBy(zoomStep),
      'size-down': () => engine.current?.zoomBy(1 / zoomStep),
      'size-reset': () => engine.current?.resetZoom(),
      fit: () => settings.set({ fit: fits[(fits.indexOf(fit) + 1) % fits.length] ?? 'width' }),
      rotate: () => engine.current?.rotate(),
      invert: () => settings.set({ invert: !invert }),
      layout: () => settings.set({ continuous: !continuous }),
      double: () => settings.set({ layout: layout === 'single' ? 'double-odd' : 'single' }),
    };
  }, [
    book,
    root,
    engine,
    commands,
    togglePanel,
    isAtEnd,
    setAtEnd,
    setChrome,
    onOpenBook,
    settings,
  ]);
  useCommands('pdf', handlers);
  return (command) => handlers[command]();
};
