import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { ComicBottomBar } from './chrome/bottom-bar.tsx';
import { ContentsPanel } from './chrome/contents-panel.tsx';
import { EndCard } from './chrome/end-card.tsx';
import { filterOf } from './stage/image-filter.ts';
import { Magnifier } from './stage/magnifier.tsx';
import { ModeToast } from './chrome/mode-toast.tsx';
import { axisOfStrip } from './input/navigation.ts';
import { PageInfo } from './chrome/page-info.tsx';
import { PagedStage } from './stage/paged-stage.tsx';
import { ReaderProvider, useReader, useReaderStore } from './store/reader-context.tsx';
import { createReaderStore, type ReaderBook } from './store/reader-store.ts';
import classes from './reader.module.css';
import { ComicProgressConflict } from '../shell/progress-conflict.tsx';
import { SettingsPanel } from './chrome/settings-panel.tsx';
import { pagesAlone } from './stage/spread-edits.ts';
import { firstOf, lastOf } from './stage/spreads.ts';
import { fromLocation } from './strip/strip-location.ts';
import { StripStage } from './strip/strip-stage.tsx';
import { ThumbnailStrip } from '../shell/thumbnail-strip.tsx';
import { ToneFilter } from './stage/tone-filter.tsx';
import { ComicTopBar } from './chrome/top-bar.tsx';
import { useAutoScroll } from './strip/use-auto-scroll.ts';
import { useBackground } from './stage/use-background.ts';
import { useBookmarks } from './store/use-bookmarks.ts';
import { useReaderCommands } from './input/use-comic-commands.ts';
import { useCrops } from './stage/use-crops.ts';
import { useAutoShowControls } from '../shell/use-auto-show-controls.ts';
import { useMediaKeys } from './input/use-media-keys.ts';
import { usePreload } from './store/use-preload.ts';
import { useProgress } from './store/use-progress.ts';
import { useStageClick } from './input/use-stage-click.ts';
import { useWakeLock } from '../shell/use-wake-lock.ts';
import { ZonesPreview } from './chrome/zones-preview.tsx';

interface ReaderProps extends ReaderBook {
  startPage: number;
  isIncognito: boolean;
  settings: ReadingSettings<'comic'>;
  onLeave?: (page: number) => void;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** The reader of a loaded book. */
export const ComicReader = ({ settings, onLeave, onClose, ...opened }: ReaderProps) => {
  const [store] = useState(() =>
    createReaderStore({
      ...opened,
      settings: settings.values,
      alone: pagesAlone(opened.book.id),
      startPlace: fromLocation(opened.book.progress?.location ?? null, opened.startPage),
      onClose,
      viewport: { width: window.innerWidth, height: window.innerHeight },
    }),
  );
  useEffect(() => () => onLeave?.(store.getState().page), [store, onLeave]);
  const { values } = settings;
  useLayoutEffect(() => {
    if (store.getState().settings !== values) store.actions.setSettings(values);
  }, [store, values]);
  return (
    <ReaderProvider store={store}>
      <Surface settings={settings} />
    </ReaderProvider>
  );
};

/** The stage with the pages, and the controls around it. */
const Surface = ({ settings }: Pick<ReaderProps, 'settings'>) => {
  const store = useReaderStore();
  const root = useRef<HTMLElement>(null);
  const bookmarks = useBookmarks(store.getState().book.id);
  const run = useReaderCommands({
    store,
    root,
    changeSettings: settings.set,
    toggleBookmark: bookmarks.toggle,
  });
  const background = useBackground(root);
  const onStageClick = useStageClick();

  const title = useReader((state) => state.book.title);
  const mode = useReader((state) => state.mode);
  const axis = axisOfStrip(mode);
  const end = useReader((state) => state.end);
  const panel = useReader((state) => state.panel);
  const chrome = useReader((state) => state.chrome);
  const filter = useReader((state) => filterOf(state.settings));
  const isFromPage = useReader((state) => state.settings.background === 'auto');
  const isMagnifying = useReader((state) => state.isMagnifying);
  const isReady = useReader((state) => state.isReady);
  const label = usePageLabel();

  useProgress(store);
  usePreload();
  useMediaKeys(run);
  useAutoShowControls(
    root,
    useCallback(
      (next) => {
        const { chrome: before } = store.getState();
        const after = next(before);
        if (after !== before) store.actions.set({ chrome: after });
      },
      [store],
    ),
  );
  useCrops(root);
  useAutoScroll(root);
  useWakeLock(settings.values.keep_awake);

  return (
    <main
      ref={root}
      className={classes.reader}
      style={{ '--page-filter': filter } as CSSProperties}
      data-state={isReady ? 'ready' : 'loading'}
      data-mode={mode}
      data-chrome={chrome}
      data-panel={panel ?? undefined}
    >
      <div
        className={classes.ground}
        style={{ background }}
        data-from-page={isFromPage || undefined}
      />
      <h1 className={classes.unseen}>{title}</h1>
      <p className={classes.unseen} role="status">
        {label}
      </p>
      <ComicTopBar
        run={run}
        marked={bookmarks.areAllowed ? bookmarks.list.map(({ page }) => page) : null}
      />
      <section
        className={classes.stage}
        aria-label={label}
        tabIndex={-1}
        ref={focusOnce}
        onClick={onStageClick}
      >
        {axis === null ? <PagedStage /> : <StripStage key={axis} axis={axis} />}
        {axis === null && end !== null && <EndCard step={end} />}
        <ZonesPreview />
      </section>
      <ComicBottomBar run={run} />
      {panel === 'thumbnails' && <Thumbnails />}
      {panel === 'chapters' && <ContentsPanel bookmarks={bookmarks} />}
      {panel === 'info' && <PageInfo />}
      {panel === 'settings' && <SettingsPanel settings={settings} />}
      {isMagnifying && <Magnifier />}
      <ModeToast />
      <ComicProgressConflict />
      <ToneFilter />
    </main>
  );
};

const Thumbnails = () => {
  const { actions } = useReaderStore();
  const bookId = useReader((state) => state.book.id);
  const count = useReader((state) => state.pages.length);
  const page = useReader((state) => state.page);
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  const isReversed = useReader((state) => state.mode === 'rtl');
  const shown = spread?.map((leaf) => leaf.page) ?? [page];
  return <ThumbnailStrip {...{ bookId, count, page, shown, isReversed }} onGo={actions.goTo} />;
};

/** Keyboard and screen reader users start at the pages. */
const focusOnce = (stage: HTMLElement | null) => stage?.focus({ preventScroll: true });

const usePageLabel = (): string => {
  const { t } = useTranslation('reader');
  const count = useReader((state) => state.pages.length);
  const mode = useReader((state) => state.mode);
  const page = useReader((state) => state.page);
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  if (axisOfStrip(mode) !== null || !spread || spread.length === 1) {
    return t('page.position', { page, count });
  }
  return t('page.spread', { first: firstOf(spread), last: lastOf(spread), count });
};
