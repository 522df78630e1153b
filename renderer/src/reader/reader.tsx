import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { BottomBar } from './bottom-bar.tsx';
import { EndCard } from './end-card.tsx';
import { PagedStage } from './paged-stage.tsx';
import { ReaderProvider, useReader, useReaderStore } from './reader-context.tsx';
import { createReaderStore, type ReaderBook } from './reader-store.ts';
import classes from './reader.module.css';
import { RemotePlace } from './remote-place.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { lastOf } from './spreads.ts';
import { ThumbnailStrip } from './thumbnail-strip.tsx';
import { TopBar } from './top-bar.tsx';
import { useBackground } from './use-background.ts';
import { useReaderCommands } from './use-commands.ts';
import { useEdgePeek } from './use-edge-peek.ts';
import { usePreload } from './use-preload.ts';
import { useProgress } from './use-progress.ts';
import { useStageClick } from './use-stage-click.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WebtoonStage } from './webtoon-stage.tsx';

interface ReaderProps extends ReaderBook {
  startPage: number;
  isIncognito: boolean;
  settings: ReadingSettings<'comic'>;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** A book that has been loaded, open for reading. */
export const Reader = ({ settings, onClose, ...opened }: ReaderProps) => {
  const [store] = useState(() =>
    createReaderStore({
      ...opened,
      settings: settings.values,
      viewport: { width: window.innerWidth, height: window.innerHeight },
    }),
  );
  const { values } = settings;
  useLayoutEffect(() => {
    if (store.getState().settings !== values) store.actions.setSettings(values);
  }, [store, values]);
  return (
    <ReaderProvider store={store}>
      <Surface settings={settings} onClose={onClose} />
    </ReaderProvider>
  );
};

/** The reader's window: the stage with the pages, and around it what can be shown or hidden. */
const Surface = ({ settings, onClose }: Pick<ReaderProps, 'settings' | 'onClose'>) => {
  const store = useReaderStore();
  const root = useRef<HTMLElement>(null);
  const run = useReaderCommands({ store, root, changeSettings: settings.set, onClose });
  const background = useBackground(root);
  const onStageClick = useStageClick();

  const title = useReader((state) => state.book.title);
  const mode = useReader((state) => state.mode);
  const end = useReader((state) => state.end);
  const panel = useReader((state) => state.panel);
  const chrome = useReader((state) => state.chrome);
  const isReady = useReader((state) => state.isReady);
  const label = usePageLabel();

  useProgress(store);
  usePreload();
  useEdgePeek(root);
  useWakeLock();

  return (
    <main
      ref={root}
      className={classes.reader}
      style={{ background }}
      data-state={isReady ? 'ready' : 'loading'}
      data-mode={mode}
      data-chrome={chrome}
      data-panel={panel ?? undefined}
    >
      <h1 className={classes.unseen}>{title}</h1>
      <p className={classes.unseen} role="status">
        {label}
      </p>
      <TopBar run={run} />
      <section
        className={classes.stage}
        aria-label={label}
        tabIndex={-1}
        ref={focusOnce}
        onClick={onStageClick}
      >
        {mode === 'webtoon' ? <WebtoonStage /> : <PagedStage />}
        {mode !== 'webtoon' && end !== null && <EndCard step={end} />}
      </section>
      <BottomBar run={run} />
      {panel === 'thumbnails' && <ThumbnailStrip />}
      {panel === 'settings' && <SettingsPanel settings={settings} />}
      <RemotePlace />
    </main>
  );
};

/** Keys and screen readers start at the pages. */
const focusOnce = (stage: HTMLElement | null) => stage?.focus({ preventScroll: true });

const usePageLabel = (): string => {
  const { t } = useTranslation('reader');
  const count = useReader((state) => state.pages.length);
  const mode = useReader((state) => state.mode);
  const page = useReader((state) => state.page);
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  if (mode === 'webtoon' || !spread || spread.length === 1) {
    return t('page.position', { page, count });
  }
  return t('page.spread', { first: spread[0], last: lastOf(spread), count });
};
