import { useCallback, useEffect, type RefObject } from 'react';

import type { BookEngine } from '../books/book-engine.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { textCommandFor, type TextCommand } from './text-keys.ts';

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
  /** The last screen was turned. */
  onEnd: () => void;
  onClose: () => void;
}

export type RunTextCommand = (command: TextCommand) => void;

const sizeStep = 10;

/** Every command of the reader of texts by name, and the keys that give them. */
export const useTextCommands = (options: TextCommandsOptions) => {
  const { engine, root, settings, panel, setPanel, onEnd, onClose } = options;
  const { toggleChrome, toggleBookmark, toggleIncognito } = options;

  const run = useCallback<RunTextCommand>(
    (command) => {
      const book = engine.current;
      const turn = async (step: 1 | -1) => {
        if (book && !(await book.turn(step)) && step > 0) onEnd();
      };
      const towards = (side: 'left' | 'right') => turn(side === book?.forward ? 1 : -1);
      const toggle = (name: Panel) => setPanel(panel === name ? null : name);
      const { size, layout } = settings.values;
      const resize = (by: number) => settings.set({ size: Math.min(300, Math.max(60, size + by)) });
      const handlers: Record<TextCommand, () => unknown> = {
        left: () => towards('left'),
        right: () => towards('right'),
        next: () => turn(1),
        previous: () => turn(-1),
        first: () => book?.goTo('start'),
        last: () => book?.goTo('end'),
        'next-chapter': () => book?.turnPart(1),
        'previous-chapter': () => book?.turnPart(-1),
        contents: () => toggle('contents'),
        find: () => toggle('find'),
        marks: () => toggle('marks'),
        settings: () => toggle('settings'),
        bookmark: toggleBookmark,
        larger: () => resize(sizeStep),
        smaller: () => resize(-sizeStep),
        layout: () => settings.set({ layout: layout === 'scroll' ? 'auto' : 'scroll' }),
        chrome: toggleChrome,
        incognito: toggleIncognito,
        fullscreen: () => toggleFullscreen(root.current),
        leave: () => (panel === null ? onClose() : setPanel(null)),
      };
      void handlers[command]();
    },
    [
      engine,
      root,
      settings,
      panel,
      setPanel,
      onEnd,
      onClose,
      toggleChrome,
      toggleBookmark,
      toggleIncognito,
    ],
  );

  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : textCommandFor(event);
      if (command === null || belongsElsewhere(event, command)) return;
      event.preventDefault();
      run(command);
    },
    [run],
  );
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
  return { run, onKey };
};

/** Keys that the focused control needs itself; Escape always leads back. */
const belongsElsewhere = ({ key, target }: KeyboardEvent, command: TextCommand): boolean => {
  // Elements of a frame are of another realm: they are asked for what they can, not what they are.
  const element = target as Partial<Element> | null;
  if (element?.closest === undefined) return false;
  if (element.closest('[role="dialog"][aria-modal="true"]')) return true;
  if (command === 'leave') return false;
  if (element.closest('input, select, textarea, [role="radiogroup"]')) return true;
  return (key === ' ' || key === 'Enter') && Boolean(element.closest('button, a, summary'));
};

const toggleFullscreen = async (element: HTMLElement | null): Promise<void> => {
  try {
    await (document.fullscreenElement
      ? document.exitFullscreen()
      : element?.requestFullscreen({ navigationUI: 'hide' }));
  } catch {
    // A phone or an embedding page may forbid it; the reader fills the window anyway.
  }
};
