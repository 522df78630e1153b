import { useCallback, useMemo, type RefObject } from 'react';

import { useCommands } from '../../../commands/use-commands.ts';
import type { ReadingLayer } from '../../settings/choices.ts';
import { toggleFullscreen } from '../../shell/fullscreen.ts';
import { stepTowards } from './navigation.ts';
import type { Panel, ReaderState, ReaderStore } from '../store/reader-store.ts';
import { settingValues, type ComicSettings } from '../store/settings.ts';
import { sideOf, type ArrowCommand, type Command } from './shortcuts.ts';

export interface CommandTargets {
  store: ReaderStore;
  /** The element for fullscreen. */
  root: RefObject<HTMLElement | null>;
  changeSettings: (change: Partial<ComicSettings>, layer?: ReadingLayer) => void;
  toggleBookmark: (page: number) => void;
}

export type RunCommand = (command: Command) => void;

/** Zoom factor per key press. */
const zoomStep = 1.25;
/** Default scroll speed (px/s). */
const usualSpeed = 60;

/** Runs the reader's commands by name, and binds their keys. */
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
    // Up and down only turn pages in vertical mode; otherwise they scroll.
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
    // Corrects one series' scan, so it is always saved for the series.
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

/** Escape closes the topmost layer, and finally the reader. */
const stepBack = (store: ReaderStore) => {
  const { panel, end } = store.getState();
  if (panel !== null) store.actions.set({ panel: null });
  else if (end !== null) store.actions.set({ end: null });
  else store.actions.close();
};
