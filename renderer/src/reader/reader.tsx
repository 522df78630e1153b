import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { EndCard } from './end-card.tsx';
import { filterOf } from './image-filter.ts';
import { Magnifier } from './magnifier.tsx';
import { ModeToast } from './mode-toast.tsx';
import { axisOfStrip } from './navigation.ts';
import { PageInfo } from './page-info.tsx';
import { PagedStage } from './paged-stage.tsx';
import { ReaderProvider, useReader, useReaderStore } from './reader-context.tsx';
import { createReaderStore, type ReaderBook } from './reader-store.ts';
import classes from './reader.module.css';
import { RemotePage } from './remote-place.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { pagesAlone } from './spread-edits.ts';
import { firstOf, lastOf } from './spreads.ts';
import { fromLocation } from './strip-location.ts';
import { StripStage } from './strip-stage.tsx';
import { ThumbnailStrip } from './thumbnail-strip.tsx';
import { ToneFilter } from './tone-filter.tsx';
import { TopBar } from './top-bar.tsx';
import { useAutoScroll } from './use-auto-scroll.ts';
import { useBackground } from './use-background.ts';
import { useBookmarks } from './use-bookmarks.ts';
import { useReaderCommands } from './use-commands.ts';
import { useCrops } from './use-crops.ts';
import { useEdgePeek } from './use-edge-peek.ts';
import { useMediaKeys } from './use-media-keys.ts';
import { usePreload } from './use-preload.ts';
import { useProgress } from './use-progress.ts';
import { useStageClick } from './use-stage-click.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { ZonesPreview } from './zones-preview.tsx';

interface ReaderProps extends ReaderBook {
  startPage: number;
  isIncognito: boolean;
  settings: ReadingSettings<'comic'>;
  onLeave?: (page: number) => void;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** A book that has been loaded, open for reading. */
export const Reader = ({ settings, onLeave, onClose, ...opened }: ReaderProps) => {
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

/** The reader's window: the stage with the pages, and around it what can be shown or hidden. */
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
  useEdgePeek(
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
      <TopBar
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
      <BottomBar run={run} />
      {panel === 'thumbnails' && <Thumbnails />}
      {panel === 'chapters' && <ContentsPanel bookmarks={bookmarks} />}
      {panel === 'info' && <PageInfo />}
      {panel === 'settings' && <SettingsPanel settings={settings} />}
      {isMagnifying && <Magnifier />}
      <ModeToast />
      <RemotePage />
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

/** Keys and screen readers start at the pages. */
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
