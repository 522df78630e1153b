import { useMemo, type RefObject } from 'react';

import { readerPreferences } from '../../../../../shared/preferences.ts';
import type { ReadingLayer } from '../../settings/choices.ts';
import {
  useReaderCommands,
  type OwnCommands,
  type RunCommand,
} from '../../shell/reader-commands.ts';
import type { ReaderStore } from '../store/reader-store.ts';
import type { ComicSettings } from '../store/settings.ts';
import { stepTowards, type Side } from './navigation.ts';

const {
  'reader.layout': { values: layouts },
  'reader.fit': { values: fits },
} = readerPreferences.comic;

interface CommandTargets {
  store: ReaderStore;
  /** The reader's element. */
  root: RefObject<HTMLElement | null>;
  changeSettings: (change: Partial<ComicSettings>, layer?: ReadingLayer) => void;
  toggleBookmark: (page: number) => void;
}

/** Zoom factor per key press. */
const zoomStep = 1.25;
/** Default scroll speed (px/s). */
const usualSpeed = 60;

/** Every command of the comic reader by name; the keys are the person's own. */
export const useComicCommands = ({
  store,
  root,
  changeSettings,
  toggleBookmark,
}: CommandTargets): RunCommand<'comic'> => {
  const own = useMemo(
    () => ownCommands(store, changeSettings, toggleBookmark),
    [store, changeSettings, toggleBookmark],
  );
  const { open: onOpenBook, close: onClose, goBack, stay: dismiss } = store.actions;
  const { book } = store.getState();
  const targets = { root, book, onOpenBook, onClose, goBack, dismiss };
  return useReaderCommands('comic', store, targets, own);
};

const ownCommands = (
  store: ReaderStore,
  changeSettings: CommandTargets['changeSettings'],
  toggleBookmark: CommandTargets['toggleBookmark'],
): OwnCommands<'comic'> => {
  const { actions } = store;
  const now = () => store.getState();
  const turn = (side: Side) => () => actions.turn(stepTowards(side, now().mode));
  // Pages that follow each other downwards are turned, too, once they are scrolled.
  const scroll = (side: Side) => () => {
    const { mode, control } = now();
    const step = stepTowards(side, mode);
    if (mode === 'vertical') actions.advance(step);
    else control?.scroll(step);
  };
  return {
    'turn-left': turn('left'),
    'turn-right': turn('right'),
    'turn-up': scroll('up'),
    'turn-down': scroll('down'),
    next: () => actions.turn(1),
    previous: () => actions.turn(-1),
    'scroll-on': () => actions.advance(1),
    'scroll-back': () => actions.advance(-1),
    first: () => actions.goTo(1),
    last: () => actions.goTo(now().pages.length),
    layout: () => changeSettings({ layout: nextValue(layouts, now().settings.layout) }),
    // Corrects one series' scan, so it is always saved for the series.
    shift: () => changeSettings({ shift: !now().settings.shift }, 'series'),
    fit: () => changeSettings({ fit: nextValue(fits, now().settings.fit) }),
    'zoom-in': () => now().control?.zoom(now().zoom * zoomStep),
    'zoom-out': () => now().control?.zoom(now().zoom / zoomStep),
    'zoom-reset': () => now().control?.zoom(1),
    magnifier: () => {
      actions.set({ isMagnifying: true });
      return () => actions.set({ isMagnifying: false });
    },
    crop: () =>
      changeSettings({ crop_borders: now().settings.crop_borders === 'off' ? 'auto' : 'off' }),
    'page-text': () => changeSettings({ page_text: !now().settings.page_text }),
    bookmark: () => toggleBookmark(now().page),
    'auto-scroll': () => {
      if (now().settings.auto_scroll === 0) changeSettings({ auto_scroll: usualSpeed });
      actions.set({ isAutoScrolling: !now().isAutoScrolling });
    },
  };
};

const nextValue = <Value>(values: readonly Value[], value: Value): Value =>
  values[(values.indexOf(value) + 1) % values.length] ?? value;
