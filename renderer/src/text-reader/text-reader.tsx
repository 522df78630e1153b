import { useComputedColorScheme } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedAnnotation } from '../../../shared/api/annotations.ts';
import { searchBook } from '../../../shared/api/epub.ts';
import { api, errorMessage } from '../api/client.ts';
import type { BookEngine, BookPlace, Mark, Target } from '../books/book-engine.ts';
import { readLocator } from '../books/locator.ts';
import { RemotePlace } from '../reader/remote-place.tsx';
import { useWakeLock } from '../reader/use-wake-lock.ts';
import { useReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { copyText } from '../ui/copy-text.ts';
import { EndCard } from './end-card.tsx';
import { FindPanel } from './find-panel.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { TextBook } from './load-text.ts';
import { MarksPanel } from './marks-panel.tsx';
import { changeOf, NoteWriter, type Writing } from './note-writer.tsx';
import { createReadingPace } from './reading-pace.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { styleOf } from './style-of.ts';
import { TextBottomBar, TextTopBar } from './text-bars.tsx';
import classes from './text-chrome.module.css';
import { TextContents } from './text-contents.tsx';
import { TextFooter } from './text-footer.tsx';
import { TextSettingsPanel } from './text-settings.tsx';
import { useBookEngine } from './use-book-engine.ts';
import { useMarks } from './use-marks.ts';
import { passKeyOn, useTextCommands, type Panel } from './use-text-commands.ts';
import { useTextProgress } from './use-text-progress.ts';

interface TextReaderProps {
  text: TextBook;
  start: Target;
  incognito: boolean;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** A text that has been loaded, open for reading. */
export const TextReader = ({ text, start, incognito, onClose, onOpenBook }: TextReaderProps) => {
  const { t } = useTranslation('text');
  const { book, manifest, positions } = text;
  const root = useRef<HTMLElement>(null);
  const engine = useRef<BookEngine | null>(null);
  const [place, setPlace] = useState<BookPlace | null>(null);
  const settings = useReadingSettings('epub', {
    libraryId: book.library_id,
    seriesId: book.series_id,
  });
  const isAppDark = useComputedColorScheme('light') === 'dark';
  const style = useMemo(() => styleOf(settings.values, isAppDark), [settings.values, isAppDark]);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [chrome, setChrome] = useState<'hidden' | 'shown' | 'peek'>('hidden');
  const [isIncognito, setIsIncognito] = useState(incognito);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Mark[]>([]);
  const [writing, setWriting] = useState<Writing | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const [pace] = useState(() => createReadingPace());
  const progress = useTextProgress(text, isIncognito);
  const { all, marks, mayMark, add, remove, change, bookmarkAt } = useMarks(book.id, found);
  useWakeLock(true);

  const edit = (mark: ListedAnnotation) => setWriting(changeOf(mark));
  const bookmark = bookmarkAt(place);
  const run = useTextCommands({
    ...{ engine, root, settings, panel, setPanel, isAtEnd, setAtEnd: setIsAtEnd, onClose },
    toggleChrome: useCallback(
      () => setChrome((before) => (before === 'hidden' ? 'shown' : 'hidden')),
      [],
    ),
    toggleIncognito: useCallback(() => setIsIncognito((before) => !before), []),
    toggleBookmark: useCallback(() => {
      if (bookmark) remove(bookmark);
      else if (place && mayMark) {
        const said = place.locator.text?.after;
        add(place.locator, { kind: 'bookmark', ...(said === undefined ? {} : { text: said }) });
      }
    }, [bookmark, place, mayMark, add, remove]),
  });
  const { container, selection, isLoading, failure } = useBookEngine({
    ...{ text, start, style, marks, brokenPicture: t('pictureFailed') },
    onEngine: (made) => {
      engine.current = made;
    },
    onPlace: (next) => {
      setPlace(next);
      // Loading fonts reports the last screen again, which must not close the end card.
      if (!next.isLast) setIsAtEnd(false);
      pace.onPage(next.locator.locations.position ?? 1);
      progress.onPlace(next);
    },
    onTap: (zone) => run(zone === 'middle' ? 'chrome' : `turn-${zone}`),
    onMark: (id) => {
      const mark = all.find((one) => one.id === id);
      if (mark) edit(mark);
    },
    onLink: setLink,
    onKey: passKeyOn,
  });

  const goTo = (target: Target) => void engine.current?.goTo(target);

  /** Panels lie over the text on a phone: what was asked for should be seen. */
  const goAndSee = (target: Target) => {
    if (window.innerWidth <= 700) setPanel(null);
    goTo(target);
  };
  const isRtl = manifest.metadata.readingProgression === 'rtl';
  const label = place
    ? t('pageOf', { page: place.locator.locations.position, total: positions.total })
    : t('loading');

  return (
    <main
      ref={root}
      className={classes.reader}
      style={{ '--paper': style.theme.paper, '--ink': style.theme.ink } as React.CSSProperties}
      data-state={isLoading ? 'loading' : 'ready'}
      data-chrome={chrome}
      data-panel={panel ?? undefined}
      data-page={place?.locator.locations.position}
    >
      <h1 className={classes.unseen}>{book.title}</h1>
      <p className={classes.unseen} role="status">
        {label}
      </p>
      <TextTopBar
        {...{ book, place, panel, isIncognito, mayMark }}
        isBookmarked={bookmark !== undefined}
        run={run}
      />
      <section className={classes.stage} aria-label={t('region')} tabIndex={-1} ref={focusOnce}>
        <div ref={container} className={classes.stage} />
        {selection && (
          <SelectionMenu
            selection={selection}
            mayMark={mayMark}
            onHighlight={(color) => {
              add(selection.locator, { kind: 'highlight', text: selection.text, color });
              engine.current?.clearSelection();
            }}
            onNote={() =>
              setWriting({
                locator: selection.locator,
                draft: { text: selection.text, note: '', color: 'yellow' },
              })
            }
            onCopy={() => {
              void copyText(selection.text);
              engine.current?.clearSelection();
            }}
          />
        )}
        {failure !== null && (
          <div className={classes.message} role="alert">
            <strong>{t('error.title')}</strong>
            <span>{errorMessage(failure) ?? t('error.unknown')}</span>
            <button type="button" onClick={() => goTo(place?.locator ?? start)}>
              {t('error.retry')}
            </button>
          </div>
        )}
        {place && (
          <TextFooter
            place={place}
            total={positions.total}
            parts={settings.values.footer}
            pace={pace}
          />
        )}
        {isAtEnd && (
          <EndCard
            book={book}
            onOpenBook={onOpenBook}
            onClose={onClose}
            onStay={() => setIsAtEnd(false)}
          />
        )}
      </section>
      {(['top', 'bottom'] as const).map((at) => (
        <div
          key={at}
          className={classes.edge}
          data-at={at}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse')
              setChrome((before) => (before === 'hidden' ? 'peek' : before));
          }}
        />
      ))}
      <TextBottomBar
        {...{ text, place, isRtl }}
        run={run}
        onPage={(page) => {
          const target = positions.locatorOf(page);
          if (target) goTo(target);
        }}
      />
      {panel === 'contents' && (
        <TextContents
          text={text}
          part={place?.locator.href ?? ''}
          onGo={goAndSee}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'find' && (
        <FindPanel
          searchKey={[book.id]}
          search={(q, signal) =>
            api.call(searchBook, { params: { id: book.id }, query: { q }, signal })
          }
          words={words}
          onWords={setWords}
          onGo={(target) => {
            setFound([{ id: 'found', locator: target, color: 'found' }]);
            goAndSee(target);
          }}
          onClose={() => {
            setFound([]);
            setPanel(null);
          }}
        />
      )}
      {panel === 'marks' && (
        <MarksPanel
          bookId={book.id}
          marks={all}
          onGo={({ location, page }) => {
            const target = readLocator(location) ?? positions.locatorOf(page);
            if (target) goAndSee(target);
          }}
          onEdit={edit}
          onDelete={remove}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'settings' && (
        <TextSettingsPanel
          settings={settings}
          isFixed={manifest.metadata.layout === 'fixed'}
          onIncognito={() => run('incognito')}
          onClose={() => setPanel(null)}
        />
      )}
      {progress.remote && (
        <RemotePlace
          page={progress.remote.locator.locations.position ?? 1}
          device={progress.remote.device}
          onGo={() => {
            if (progress.remote) goTo(progress.remote.locator);
            progress.forgetRemote();
          }}
          onStay={progress.forgetRemote}
        />
      )}
      {writing && (
        <NoteWriter
          {...{ writing, add, change, remove }}
          onAdded={() => engine.current?.clearSelection()}
          onClose={() => setWriting(null)}
        />
      )}
      {link !== null && <LinkDialog url={link} onClose={() => setLink(null)} />}
    </main>
  );
};

/** Keys and screen readers start at the text. */
const focusOnce = (stage: HTMLElement | null) => stage?.focus({ preventScroll: true });
