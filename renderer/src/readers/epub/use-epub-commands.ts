import { useMemo, type RefObject } from 'react';

import type { CommandOf } from '../../commands/catalogue.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import type { DocumentReaderState } from '../shell/use-document-reader.ts';
import type { BookEngine } from './engine/book-engine.ts';

export type RunEpubCommand = (command: CommandOf<'epub'>) => void;

const sizeStep = 10;

/** Every command of the EPUB reader by name; the keys are the person's own. */
export const useEpubCommands = (
  { commands, isAtEnd, setAtEnd, setChrome }: DocumentReaderState,
  engine: RefObject<BookEngine | null>,
  settings: ReadingSettings<'epub'>,
): RunEpubCommand => {
  const handlers = useMemo((): Record<CommandOf<'epub'>, () => void> => {
    const turn = (step: 1 | -1) => {
      if (isAtEnd && step < 0) setAtEnd(false);
      else
        void engine.current?.turn(step).then((turned) => {
          if (!turned && step > 0) setAtEnd(true);
        });
    };
    const towards = (side: 'left' | 'right') => turn(side === engine.current?.forward ? 1 : -1);
    const { size, layout } = settings.values;
    const resize = (by: number) => settings.set({ size: Math.min(300, Math.max(60, size + by)) });
    return {
      ...commands,
      'turn-left': () => towards('left'),
      'turn-right': () => towards('right'),
      next: () => turn(1),
      previous: () => turn(-1),
      'next-chapter': () => void engine.current?.turnPart(1),
      'previous-chapter': () => void engine.current?.turnPart(-1),
      'size-up': () => resize(sizeStep),
      'size-down': () => resize(-sizeStep),
      layout: () => settings.set({ layout: layout === 'scroll' ? 'auto' : 'scroll' }),
      // The frame does not tell when a mouse leaves the bars: those that it called are put away so, too.
      chrome: () => setChrome((before) => (before === 'hidden' ? 'shown' : 'hidden')),
    };
  }, [engine, commands, settings, isAtEnd, setAtEnd, setChrome]);
  useCommands('epub', handlers);
  return (command) => handlers[command]();
};

/** Dispatches a key press from a frame on the window. */
export const passKeyOn = (event: KeyboardEvent): void => {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, cancelable: true };
  if (!window.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault();
};
