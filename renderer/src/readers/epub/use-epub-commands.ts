import { useMemo, type RefObject } from 'react';

import { clamp } from '../../../../shared/clamp.ts';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import type { Step } from '../shell/opened-book.ts';
import { useReaderCommands, type OwnCommands, type RunCommand } from '../shell/reader-commands.ts';
import type { DocumentReaderState } from '../shell/use-document-reader.ts';
import type { Narrator } from './aloud/narrator.ts';
import { canReadAloud } from './aloud/use-read-aloud.ts';
import type { BookEngine } from './engine/book-engine.ts';

const sizeStep = 10;

/** Every command of the EPUB reader by name; the keys are the person's own. */
export const useEpubCommands = (
  reader: DocumentReaderState<BookEngine>,
  engine: RefObject<BookEngine | null>,
  settings: ReadingSettings<'epub'>,
  narrator: Narrator,
): RunCommand<'epub'> => {
  const { store, commands, turn } = reader;
  const own = useMemo((): OwnCommands<'epub'> => {
    const go = (step: Step) => turn(step, (book) => book.turn(step));
    const towards = (side: 'left' | 'right') => go(side === engine.current?.forward ? 1 : -1);
    const { size, layout } = settings.values;
    const resize = (change: number) => settings.set({ size: clamp(size + change, 60, 300) });
    return {
      ...commands,
      'turn-left': () => void towards('left'),
      'turn-right': () => void towards('right'),
      next: () => void go(1),
      previous: () => void go(-1),
      'next-chapter': () => void engine.current?.turnPart(1),
      'previous-chapter': () => void engine.current?.turnPart(-1),
      'read-aloud': () => canReadAloud() && narrator.toggle(),
      'size-up': () => resize(sizeStep),
      'size-down': () => resize(-sizeStep),
      layout: () => settings.set({ layout: layout === 'scroll' ? 'auto' : 'scroll' }),
      // The frame reports no event when the mouse leaves the bars, so bars that it revealed are
      // hidden here, too.
      chrome: () =>
        store.setState({ chrome: store.getState().chrome === 'hidden' ? 'shown' : 'hidden' }),
    };
  }, [engine, store, commands, turn, settings, narrator]);
  return useReaderCommands('epub', store, reader, own);
};

/** Dispatches a key press from a frame on the window. */
export const passKeyOn = (event: KeyboardEvent): void => {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, cancelable: true };
  if (!window.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault();
};
