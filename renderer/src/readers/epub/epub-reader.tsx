import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { searchBook } from '../../../../shared/api/epub.ts';
import { api, errorMessage } from '../../api/client.ts';
import { useIsLost } from '../../api/connection-store.ts';
import { fontsQuery } from '../settings/fonts-query.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useReadingSettings } from '../settings/use-reading-settings.ts';
import { DocumentReader } from '../shell/document-reader.tsx';
import { FindPanel } from '../shell/find-panel.tsx';
import { LoadFailure } from '../shell/load-failure.tsx';
import states from '../shell/load-state.module.css';
import type { ShellStore } from '../shell/shell-store.ts';
import classes from '../shell/shell.module.css';
import { isMovingMouse } from '../shell/use-auto-show-controls.ts';
import { useDocumentReader } from '../shell/use-document-reader.ts';
import { useSlowLoad } from '../shell/use-slow-load.ts';
import { AloudBar, aloudBarHeight } from './aloud/aloud-bar.tsx';
import { useAloudItems } from './aloud/use-aloud-items.ts';
import { useReadAloud } from './aloud/use-read-aloud.ts';
import { ChapterBar } from './chapter-bar.tsx';
import type { BookEngine, NavigationTarget } from './engine/book-engine.ts';
import type { Footnote } from './engine/footnotes.ts';
import { isLasting } from './engine/latest-load.ts';
import { PartError } from './engine/part-document.ts';
import { EpubContents } from './epub-contents.tsx';
import { EpubFooter } from './epub-footer.tsx';
import { FootnoteDialog } from './footnote-dialog.tsx';
import { EpubSettingsPanel } from './epub-settings.tsx';
import { withoutBase, type EpubBook } from './load-epub.ts';
import { createReadingPace } from './reading-pace.ts';
import { styleOf } from './style-of.ts';
import { passKeyOn, useEpubCommands } from './use-epub-commands.ts';
import { useChapters } from './use-chapters.ts';
import { useEpubEngine } from './use-epub-engine.ts';

interface EpubReaderProps {
  epub: EpubBook;
  start: NavigationTarget;
  incognito: boolean;
  isJump: boolean;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** An EPUB that has been loaded, open for reading. */
export const EpubReader = ({ epub, start, ...opened }: EpubReaderProps) => {
  const { t } = useTranslation('text');
  const { book, manifest, positions } = epub;
  const settings = useReadingSettings('epub', {
    libraryId: book.library_id,
    seriesId: book.series_id,
    bookId: book.id,
  });
  const lost = useIsLost();
  const isAppDark = useComputedColorScheme('light') === 'dark';
  const { data: fonts } = useQuery(fontsQuery());
  const style = useMemo(
    () => styleOf(settings.values, isAppDark, fonts),
    [settings.values, isAppDark, fonts],
  );
  const { reader, engine } = useDocumentReader<BookEngine>({ book, positions, ...opened });
  const [words, setWords] = useState('');
  const [footnote, setFootnote] = useState<Footnote | null>(null);
  const [pace] = useState(() => createReadingPace());
  const { position, store, closePanel: close } = reader;
  const { chapters, current } = useChapters(epub, position, reader.state.panel === 'contents');
  const narrator = useReadAloud({ engine, epub, chapters, reader });
  const isAloud = useStore(narrator.store, ({ status }) => status !== 'off');
  const run = useEpubCommands(reader, engine, settings, narrator);
  const { container, selection, isLoading, failure } = useEpubEngine({
    engine,
    epub,
    start,
    style,
    marks: reader.marks.marks,
    brokenPicture: t('pictureFailed'),
    events: {
      onMove: (next) => {
        reader.onMove(next);
        pace.onPage(next.locator.locations.position ?? 1);
        narrator.moved(next.movement);
      },
      onTap: (zone) => run(zone === 'middle' ? 'chrome' : `turn-${zone}`),
      onTurn: (step) => run(step === 1 ? 'next' : 'previous'),
      onMark: reader.onMark,
      onLink: reader.setLink,
      onDeadLink: () => showToast(t('deadLink')),
      onFootnote: setFootnote,
      onKey: passKeyOn,
    },
  });

  const goTo = (target: NavigationTarget) => void engine.current?.goTo(target);
  const showAt = (target: NavigationTarget) => {
    reader.uncover();
    goTo(target);
  };

  return (
    <DocumentReader
      reader={reader}
      selection={selection}
      isLoading={isLoading}
      run={run}
      surface={{
        style: {
          '--paper': style.theme.paper,
          '--ink': style.theme.ink,
          '--aloud': isAloud ? aloudBarHeight : undefined,
        } as React.CSSProperties,
      }}
      items={useAloudItems(isAloud, run)}
      region={t('region')}
      takesFocus
      stage={
        <>
          <div ref={container} className={classes.stage} />
          {isLoading && <Preparing onRetry={() => engine.current?.retry()} />}
          {failure !== null && <PartFailure {...failure} onRetry={() => engine.current?.retry()} />}
          {position && (
            <EpubFooter
              position={position}
              chapter={current?.title}
              pace={pace}
              total={positions.total}
              parts={settings.values.footer}
            />
          )}
        </>
      }
      bottomBar={
        <ChapterBar
          positions={positions}
          position={position}
          run={run}
          isRtl={manifest.metadata.readingProgression === 'rtl'}
          onPage={(page) => {
            const target = positions.locatorOf(page);
            if (target) goTo(target);
          }}
        />
      }
      panels={{
        contents: () => (
          <EpubContents
            chapters={chapters}
            current={current}
            positions={positions}
            onGo={showAt}
            onClose={close}
          />
        ),
        find: () => (
          <FindPanel
            searchKey={[book.id]}
            isLost={lost}
            search={async (q, signal) =>
              withoutBase(
                await api.call(searchBook, { params: { id: book.id }, query: { q }, signal }),
              )
            }
            words={words}
            onWords={setWords}
            onGo={(target) => {
              reader.setFound([{ id: 'found', locator: target, color: 'found' }]);
              showAt(target);
            }}
            onClose={() => {
              reader.setFound([]);
              close();
            }}
          />
        ),
        settings: () => (
          <EpubSettingsPanel
            settings={settings}
            isFixed={manifest.metadata.layout === 'fixed'}
            onIncognito={() => run('incognito')}
            onClose={close}
          />
        ),
      }}
    >
      {isAloud && <AloudBar narrator={narrator} root={reader.root} />}
      <FootnoteDialog
        footnote={footnote}
        language={manifest.metadata.language}
        onGo={goTo}
        onClose={() => setFootnote(null)}
      />
      <Edges store={store} />
    </DocumentReader>
  );
};

/** The frame of the text receives the mouse events, so its edges are watched separately. */
const Edges = ({ store }: { store: ShellStore }) =>
  (['top', 'bottom'] as const).map((edge) => (
    <div
      key={edge}
      className={classes.edge}
      data-at={edge}
      onPointerMove={(event) => {
        if (isMovingMouse(event) && store.getState().chrome === 'hidden')
          store.setState({ chrome: 'peek' });
      }}
    />
  ));

const Preparing = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation('text');
  const isSlow = useSlowLoad(true, onRetry);
  return (
    <div className={states.preparing}>
      <p aria-hidden>{t('preparing')}</p>
      {isSlow && (
        <button type="button" onClick={onRetry}>
          {t('error.retry')}
        </button>
      )}
    </div>
  );
};

interface PartFailureProps {
  error: unknown;
  count: number;
  onRetry: () => void;
}

const PartFailure = ({ error, count, onRetry }: PartFailureProps) => {
  const { t } = useTranslation('text');
  const sentence = useTranslateServerMessage();
  return (
    <LoadFailure
      title={t('error.title')}
      reason={
        error instanceof PartError
          ? t(`error.${error.reason}`)
          : sentence(errorMessage(error) ?? t('error.damaged'))
      }
      retry={t('error.retry')}
      failures={isLasting(error) ? Infinity : count}
      onRetry={onRetry}
    />
  );
};
