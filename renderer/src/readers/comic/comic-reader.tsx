import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';

import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { ReaderShell } from '../shell/reader-shell.tsx';
import type { ShellState } from '../shell/shell-store.ts';
import { PageOverview } from '../shell/page-overview.tsx';
import { useAutoShowControls } from '../shell/use-auto-show-controls.ts';
import { useAnnotations } from '../shell/use-marks.ts';
import { useWakeLock } from '../shell/use-wake-lock.ts';
import { useComicBarItems, useComicSubtitle } from './chrome/bar-items.ts';
import { ComicBottomBar } from './chrome/bottom-bar.tsx';
import { ContentsPanel } from './chrome/contents-panel.tsx';
import { ComicEndCard } from './chrome/end-card.tsx';
import { ModeToast } from './chrome/mode-toast.tsx';
import { PageInfo } from './chrome/page-info.tsx';
import { SettingsPanel } from './chrome/settings-panel.tsx';
import { ZonesPreview } from './chrome/zones-preview.tsx';
import classes from './comic-reader.module.css';
import { axisOfStrip } from './input/navigation.ts';
import { useComicCommands } from './input/use-comic-commands.ts';
import { useMediaKeys } from './input/use-media-keys.ts';
import { useStageClick } from './input/use-stage-click.ts';
import { filterOf } from './stage/image-filter.ts';
import { Magnifier } from './stage/magnifier.tsx';
import { PagedStage } from './stage/paged-stage.tsx';
import { pagesAlone } from './stage/spread-edits.ts';
import { firstOf, lastOf } from './stage/spreads.ts';
import { ToneFilter } from './stage/tone-filter.tsx';
import { useBackground } from './stage/use-background.ts';
import { useCrops } from './stage/use-crops.ts';
import { ReaderProvider, useReader, useReaderStore } from './store/reader-context.tsx';
import { createReaderStore, type ReaderBook, type ReaderState } from './store/reader-store.ts';
import { usePreload } from './store/use-preload.ts';
import { useProgress } from './store/use-progress.ts';
import { fromLocation } from './strip/strip-location.ts';
import { StripStage } from './strip/strip-stage.tsx';
import { useAutoScroll } from './strip/use-auto-scroll.ts';

interface ReaderProps extends ReaderBook {
  startPage: number;
  isIncognito: boolean;
  isJump: boolean;
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
      startPosition: fromLocation(opened.book.progress?.location ?? null, opened.startPage),
      onClose,
      viewport: { width: window.innerWidth, height: window.innerHeight },
    }),
  );
  useEffect(() => () => onLeave?.(store.getState().page), [store, onLeave]);
  const { book, pages, directions } = opened;
  useLayoutEffect(() => {
    if (store.getState().book !== book) store.actions.replaceFile({ book, pages, directions });
  }, [store, book, pages, directions]);
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

/** The shell around the stage with the pages. */
const Surface = ({ settings }: Pick<ReaderProps, 'settings'>) => {
  const store = useReaderStore();
  const { actions } = store;
  const root = useRef<HTMLElement>(null);
  const book = useReader((all) => all.book);
  const { bookmarks, isUnknown, toggleBookmark, remove } = useBookmarks(book.id);
  const run = useComicCommands({ store, root, changeSettings: settings.set, toggleBookmark });
  const background = useBackground(root);
  const onStageClick = useStageClick();

  const state = useReader(useShallow(shellOf));
  const mode = useReader((all) => all.mode);
  const axis = axisOfStrip(mode);
  // A strip holds its cards itself.
  const card = axis === null ? state.end : null;
  const filter = useReader((all) => filterOf(all.settings));
  const isFromPage = useReader((all) => all.settings.background === 'auto');
  const isMagnifying = useReader((all) => all.isMagnifying);
  const isReady = useReader((all) => all.isReady);
  const items = useComicBarItems(run, bookmarks?.map(({ page }) => page) ?? null);
  const subtitle = useComicSubtitle();
  const label = usePageLabel();
  const closePanel = () => actions.set({ panel: null });

  useProgress(store);
  usePreload();
  useMediaKeys(run);
  useAutoShowControls(root, store);
  useCrops(root);
  useAutoScroll(root);
  useWakeLock(settings.values.keep_awake);

  return (
    <ReaderShell
      root={root}
      book={book}
      state={state}
      isReady={isReady}
      surface={{
        className: classes.reader,
        style: { '--page-filter': filter } as CSSProperties,
        'data-mode': mode,
      }}
      status={label}
      subtitle={subtitle}
      items={items}
      run={run}
      region={label}
      takesFocus
      onStageClick={onStageClick}
      stage={
        <>
          <div
            className={classes.backdrop}
            style={{ background }}
            data-from-page={isFromPage || undefined}
          />
          {axis === null ? <PagedStage /> : <StripStage key={axis} axis={axis} />}
          {card !== null && <ComicEndCard step={card} />}
          <ZonesPreview />
        </>
      }
      bottomBar={<ComicBottomBar run={run} />}
      panels={{
        thumbnails: () => <Thumbnails />,
        chapters: () => (
          <ContentsPanel bookmarks={bookmarks} isUnknown={isUnknown} onDelete={remove} />
        ),
        info: () => <PageInfo onClose={closePanel} />,
        settings: () => <SettingsPanel settings={settings} />,
      }}
      onPanelClose={closePanel}
      onClose={actions.close}
      onStay={() => actions.set({ back: null })}
      onRemote={(remote) => {
        actions.set({ remote: null });
        if (remote) actions.goTo(remote.page);
      }}
    >
      {isMagnifying && <Magnifier />}
      <ModeToast />
      <ToneFilter />
    </ReaderShell>
  );
};

const shellOf = (state: ReaderState): ShellState => {
  const { chrome, panel, end, remote, back, turnsSinceJump, isIncognito } = state;
  return { chrome, panel, end, remote, back, turnsSinceJump, isIncognito };
};

/** Bookmarks sorted by page; null if the user lacks the permission. */
const useBookmarks = (bookId: string) => {
  const { all, isUnknown, canMark, add, remove } = useAnnotations(bookId);
  const bookmarks = useMemo(
    () => (canMark ? all.filter(({ kind }) => kind === 'bookmark') : null),
    [all, canMark],
  );
  const toggleBookmark = useCallback(
    (page: number) => {
      const marked = bookmarks?.filter((bookmark) => bookmark.page === page);
      if (marked?.length === 0) add({ kind: 'bookmark', page });
      else marked?.forEach(remove);
    },
    [bookmarks, add, remove],
  );
  return { bookmarks, isUnknown, toggleBookmark, remove };
};

const Thumbnails = () => {
  const { actions } = useReaderStore();
  const bookId = useReader((state) => state.book.id);
  const count = useReader((state) => state.pages.length);
  const page = useReader((state) => state.page);
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  const isReversed = useReader((state) => state.mode === 'rtl');
  const shown = spread?.map((leaf) => leaf.page) ?? [page];
  return (
    <PageOverview
      bookId={bookId}
      count={count}
      page={page}
      shown={shown}
      isReversed={isReversed}
      onGo={actions.goTo}
      onClose={() => actions.set({ panel: null })}
    />
  );
};

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
