import { useMemo, type RefObject } from 'react';

import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { useReaderCommands, type OwnCommands, type RunCommand } from '../shell/reader-commands.ts';
import type { DocumentReaderState } from '../shell/use-document-reader.ts';
import type { PdfEngine } from './pdf-engine.ts';

const zoomStep = 1.2;
const fits = ['width', 'page', 'custom'] as const;

/** Every command of the PDF reader by name; the keys are the person's own. */
export const usePdfCommands = (
  reader: DocumentReaderState<PdfEngine>,
  engine: RefObject<PdfEngine | null>,
  { settings, isRightToLeft }: { settings: ReadingSettings<'pdf'>; isRightToLeft: boolean },
): RunCommand<'pdf'> => {
  const { store, commands, turn } = reader;
  const own = useMemo((): OwnCommands<'pdf'> => {
    const { fit, layout, continuous, invert } = settings.values;
    const right = isRightToLeft ? -1 : 1;
    const left = isRightToLeft ? 1 : -1;
    return {
      ...commands,
      'turn-left': () => void turn(left, (pages) => pages.turnPage(left)),
      'turn-right': () => void turn(right, (pages) => pages.turnPage(right)),
      'scroll-up': () => engine.current?.scrollLine(-1),
      'scroll-down': () => engine.current?.scrollLine(1),
      next: () => void turn(1, (pages) => pages.turn(1)),
      previous: () => void turn(-1, (pages) => pages.turn(-1)),
      'size-up': () => engine.current?.zoomBy(zoomStep),
      'size-down': () => engine.current?.zoomBy(1 / zoomStep),
      'size-reset': () => engine.current?.resetZoom(),
      fit: () => settings.set({ fit: fits[(fits.indexOf(fit) + 1) % fits.length] ?? 'width' }),
      rotate: () => engine.current?.rotate(),
      invert: () => settings.set({ invert: !invert }),
      layout: () => settings.set({ continuous: !continuous }),
      double: () => settings.set({ layout: layout === 'single' ? 'double-odd' : 'single' }),
    };
  }, [engine, commands, turn, settings, isRightToLeft]);
  return useReaderCommands('pdf', store, reader, own);
};
