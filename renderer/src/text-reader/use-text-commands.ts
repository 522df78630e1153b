import { useMemo, type RefObject } from 'react';

import type { BookEngine } from '../books/book-engine.ts';
import type { CommandOf } from '../commands/catalogue.ts';
import { useCommands } from '../commands/use-commands.ts';
import { toggleFullscreen } from '../reader/fullscreen.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';

export type Panel = 'contents' | 'find' | 'marks' | 'settings';

interface TextCommandsOptions {
  engine: RefObject<BookEngine | null>;
  root: RefObject<HTMLElement | null>;
  settings: ReadingSettings<'epub'>;
  panel: Panel | null;
  setPanel: (panel: Panel | null) => void;
  toggleChrome: () => void;
  toggleBookmark: () => void;
  toggleIncognito: () => void;
  /** Told whether the reader stands behind the last screen. */
  setAtEnd: (isAtEnd: boolean) => void;
  isAtEnd: boolean;
  onClose: () => void;
}

export type RunTextCommand = (command: CommandOf<'epub'>) => void;

const sizeStep = 10;

/** Every command of the reader of texts by name; the keys are the person's own. */
export const useTextCommands = (options: TextCommandsOptions): RunTextCommand => {
  const { engine, root, settings, panel, setPanel, isAtEnd, setAtEnd, onClose } = options;
  const { toggleChrome, toggleBookmark, toggleIncognito } = options;

  const handlers = useMemo((): Record<CommandOf<'epub'>, () => void> => {
    const turn = (step: 1 | -1) => {
      if (isAtEnd && step < 0) setAtEnd(false);
      else
        void engine.current?.turn(step).then((turned) => {
          if (!turned && step > 0) setAtEnd(true);
        });
    };
    const towards = (side: 'left' | 'right') => turn(side === engine.current?.forward ? 1 : -1);
    const toggle = (name: Panel) => setPanel(panel === name ? null : name);
    const { size, layout } = settings.values;
    const resize = (by: number) => settings.set({ size: Math.min(300, Math.max(60, size + by)) });
    return {
      'turn-left': () => towards('left'),
      'turn-right': () => towards('right'),
      next: () => turn(1),
      previous: () => turn(-1),
      first: () => void engine.current?.goTo('start'),
      last: () => void engine.current?.goTo('end'),
      'next-chapter': () => void engine.current?.turnPart(1),
      'previous-chapter': () => void engine.current?.turnPart(-1),
      contents: () => toggle('contents'),
      find: () => toggle('find'),
      marks: () => toggle('marks'),
      settings: () => toggle('settings'),
      bookmark: toggleBookmark,
      'size-up': () => resize(sizeStep),
      'size-down': () => resize(-sizeStep),
      layout: () => settings.set({ layout: layout === 'scroll' ? 'auto' : 'scroll' }),
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
    engine,
    root,
    settings,
    panel,
    setPanel,
    isAtEnd,
    setAtEnd,
    onClose,
    toggleChrome,
    toggleBookmark,
    toggleIncognito,
  ]);
  useCommands('epub', handlers);
  return (command) => handlers[command]();
};

/** A key that was pressed in a frame, as if it had been pressed in the page around it. */
export const passKeyOn = (event: KeyboardEvent): void => {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  const init = { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, cancelable: true };
  if (!window.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault();
};
