import { useCallback, useMemo, type RefObject } from 'react';

import { useCommands } from '../commands/use-commands.ts';
import type { ReadingLayer } from '../reading-settings/choices.ts';
import { toggleFullscreen } from './fullscreen.ts';
import { stepTowards } from './navigation.ts';
import type { Panel, ReaderState, ReaderStore } from './reader-store.ts';
import { settingValues, type ComicSettings } from './settings.ts';
import { sideOf, type ArrowCommand, type Command } from './shortcuts.ts';

export interface CommandTargets {
  store: ReaderStore;
  /** What goes fullscreen. */
  root: RefObject<HTMLElement | null>;
  changeSettings: (change: Partial<ComicSettings>, layer?: ReadingLayer) => void;
  toggleBookmark: (page: number) => void;
}

export type RunCommand = (command: Command) => void;

/** Factor of one press of the zoom keys. */
const zoomStep = 1.25;
/** Pixels in a second at which pages move that have not been told how fast. */
const usualSpeed = 60;

/** Every command of the reader by name; its keys give the same ones. */
export const useReaderCommands = (targets: CommandTargets): RunCommand => {
  const { store, root, changeSettings, toggleBookmark } = targets;
  const handlers = useMemo(
    () => createHandlers({ store, root, changeSettings, toggleBookmark }),
    [store, root, changeSettings, toggleBookmark],
  );
  useCommands('comic', handlers);
  return useCallback((command) => void handlers[command](), [handlers]);
};

const createHandlers = ({
  store,
  root,
  changeSettings,
  toggleBookmark,
}: CommandTargets): Record<Command, () => unknown> => {
  const { actions } = store;
  const now = () => store.getState();
  const toggle = (panel: Panel) => actions.set({ panel: now().panel === panel ? null : panel });
  const arrow = (command: ArrowCommand) => () => {
    const { mode, control } = now();
    const side = sideOf(command);
    // Up and down turn only pages that follow each other downwards; others they scroll.
    const isAlong = side === 'left' || side === 'right' || mode === 'vertical';
    const step = stepTowards(side, mode);
    if (isAlong) actions.turn(step);
    else control?.scroll(step);
  };
  return {
    'turn-left': arrow('turn-left'),
    'turn-right': arrow('turn-right'),
    'turn-up': arrow('turn-up'),
    'turn-down': arrow('turn-down'),
    next: () => actions.turn(1),
    previous: () => actions.turn(-1),
    'scroll-on': () => actions.advance(1),
    'scroll-back': () => actions.advance(-1),
    first: () => actions.goTo(1),
    last: () => actions.goTo(now().pages.length),
    'go-to': () => focusPageInput(store, root),
    'next-book': () => actions.openBook(1),
    'previous-book': () => actions.openBook(-1),
    layout: () => changeSettings({ layout: nextValue(settingValues.layout, now(), 'layout') }),
    // Mends how one series was scanned; it never holds for others.
    shift: () => changeSettings({ shift: !now().settings.shift }, 'series'),
    fit: () => changeSettings({ fit: nextValue(settingValues.fit, now(), 'fit') }),
    'zoom-in': () => now().control?.zoom(now().zoom * zoomStep),
    'zoom-out': () => now().control?.zoom(now().zoom / zoomStep),
    'zoom-reset': () => now().control?.zoom(1),
    magnifier: () => {
      actions.set({ isMagnifying: true });
      return () => actions.set({ isMagnifying: false });
    },
    crop: () =>
      changeSettings({ crop_borders: now().settings.crop_borders === 'off' ? 'auto' : 'off' }),
    bookmark: () => toggleBookmark(now().page),
    'auto-scroll': () => {
      if (now().settings.auto_scroll === 0) changeSettings({ auto_scroll: usualSpeed });
      actions.set({ isAutoScrolling: !now().isAutoScrolling });
    },
    thumbnails: () => toggle('thumbnails'),
    chapters: () => toggle('chapters'),
    info: () => toggle('info'),
    settings: () => toggle('settings'),
    chrome: () => actions.set({ chrome: now().chrome === 'shown' ? 'hidden' : 'shown' }),
    incognito: () => actions.set({ isIncognito: !now().isIncognito }),
    fullscreen: () => void toggleFullscreen(root.current),
    leave: () => stepBack(store),
  };
};

const nextValue = <Name extends 'layout' | 'fit'>(
  values: readonly ComicSettings[Name][],
  state: ReaderState,
  name: Name,
): ComicSettings[Name] =>
  values[(values.indexOf(state.settings[name]) + 1) % values.length] ?? state.settings[name];

const focusPageInput = (store: ReaderStore, root: RefObject<HTMLElement | null>) => {
  store.actions.set({ chrome: 'shown' });
  root.current?.querySelector<HTMLInputElement>('input[data-page-input]')?.select();
};

/** Escape puts away what lies on top, one thing at a time, and at last the reader. */
const stepBack = (store: ReaderStore) => {
  const { panel, end } = store.getState();
  if (panel !== null) store.actions.set({ panel: null });
  else if (end !== null) store.actions.set({ end: null });
  else store.actions.close();
};
