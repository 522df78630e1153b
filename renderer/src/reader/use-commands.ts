import { useCallback, useEffect, type RefObject } from 'react';

import { stepTowards } from './navigation.ts';
import type { Panel, ReaderState, ReaderStore } from './reader-store.ts';
import { settingValues, type ComicSettings } from './settings.ts';
import { commandFor, sideOf, type ArrowCommand, type Command } from './shortcuts.ts';

export interface CommandTargets {
  store: ReaderStore;
  /** What goes fullscreen. */
  root: RefObject<HTMLElement | null>;
  changeSettings: (change: Partial<ComicSettings>) => void;
  onClose: () => void;
}

export type RunCommand = (command: Command) => void;

/** Factor of one press of the zoom keys. */
const zoomStep = 1.25;

/** Every command of the reader by name, and the keys that give them. */
export const useCommands = ({
  store,
  root,
  changeSettings,
  onClose,
}: CommandTargets): RunCommand => {
  const run = useCallback<RunCommand>(
    (command) => {
      const state = store.getState();
      const { actions } = store;
      const side = sideOf(command);
      if (side !== null) {
        // Up and down turn only pages that follow each other downwards; others they scroll.
        const isAlong = side === 'left' || side === 'right' || state.mode === 'vertical';
        const step = stepTowards(side, state.mode);
        if (isAlong) actions.turn(step);
        else state.control?.scroll(step);
        return;
      }
      const toggle = (panel: Panel) => actions.set({ panel: state.panel === panel ? null : panel });
      const handlers: Record<Exclude<Command, ArrowCommand>, () => void> = {
        next: () => actions.turn(1),
        previous: () => actions.turn(-1),
        'scroll-on': () => actions.advance(1),
        'scroll-back': () => actions.advance(-1),
        first: () => actions.goTo(1),
        last: () => actions.goTo(state.pages.length),
        'go-to': () => focusPageInput(store, root),
        'next-book': () => actions.openBook(1),
        'previous-book': () => actions.openBook(-1),
        layout: () => changeSettings({ layout: nextValue(settingValues.layout, state, 'layout') }),
        shift: () => changeSettings({ shift: !state.settings.shift }),
        fit: () => changeSettings({ fit: nextValue(settingValues.fit, state, 'fit') }),
        'zoom-in': () => state.control?.zoom(state.zoom * zoomStep),
        'zoom-out': () => state.control?.zoom(state.zoom / zoomStep),
        'zoom-reset': () => state.control?.zoom(1),
        thumbnails: () => toggle('thumbnails'),
        settings: () => toggle('settings'),
        help: () => toggle('help'),
        chrome: () => actions.set({ chrome: state.chrome === 'shown' ? 'hidden' : 'shown' }),
        incognito: () => actions.set({ isIncognito: !state.isIncognito }),
        fullscreen: () => void toggleFullscreen(root.current),
        leave: () => stepBack(store, onClose),
      };
      handlers[command as Exclude<Command, ArrowCommand>]();
    },
    [store, root, changeSettings, onClose],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandFor(event);
      if (command === null || belongsElsewhere(event, command)) return;
      event.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [run]);

  return run;
};

/** Keys that the focused control needs itself; Escape always leads back. */
const belongsElsewhere = ({ key, target }: KeyboardEvent, command: Command): boolean => {
  if (command === 'leave' || !(target instanceof Element)) return false;
  if (target.closest('input, select, textarea, dialog')) return true;
  return key === ' ' && target.closest('button, a') !== null;
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

const toggleFullscreen = async (element: HTMLElement | null): Promise<void> => {
  try {
    await (document.fullscreenElement
      ? document.exitFullscreen()
      : element?.requestFullscreen({ navigationUI: 'hide' }));
  } catch {
    // A phone or an embedding page may forbid it; the reader fills the window anyway.
  }
};

/** Escape puts away what lies on top, one thing at a time, and at last the reader. */
const stepBack = (store: ReaderStore, onClose: () => void) => {
  const { panel, end } = store.getState();
  if (panel !== null) store.actions.set({ panel: null });
  else if (end !== null) store.actions.set({ end: null });
  else onClose();
};
