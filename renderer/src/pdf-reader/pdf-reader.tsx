import { IconDownload, IconLayoutGrid, IconRotateClockwise2 } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { BookPlace, Mark } from '../books/book-engine.ts';
import { marksCss } from '../books/book-style.ts';
import { readLocator, type Positions } from '../books/locator.ts';
import { BarButton } from '../reader/bar-button.tsx';
import type { OpenedBook } from '../reader/opened-book.ts';
import { RemotePlace } from '../reader/remote-place.tsx';
import { ThumbnailStrip } from '../reader/thumbnail-strip.tsx';
import { useEdgePeek, type Chrome } from '../reader/use-edge-peek.ts';
import { useWakeLock } from '../reader/use-wake-lock.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { copyText } from '../ui/copy-text.ts';
import { EndCard } from '../text-reader/end-card.tsx';
import { LinkDialog } from '../text-reader/link-dialog.tsx';
import { MarksPanel } from '../text-reader/marks-panel.tsx';
import { changeOf, NoteWriter, type Writing } from '../text-reader/note-writer.tsx';
import { SelectionMenu } from '../text-reader/selection-menu.tsx';
import { TextTopBar } from '../text-reader/text-bars.tsx';
import chrome from '../text-reader/text-chrome.module.css';
import { useMarks } from '../text-reader/use-marks.ts';
import { useTextProgress } from '../text-reader/use-text-progress.ts';
import { usePageLabels } from './page-labels.ts';
import { PdfBottomBar } from './pdf-bottom-bar.tsx';
import { PdfContents } from './pdf-contents.tsx';
import type { PdfTarget } from './pdf-engine.ts';
import { PdfFind } from './pdf-find.tsx';
import type { PDFDocumentProxy } from './pdf-js.ts';
import { fileUrl } from './pdf-place.ts';
import classes from './pdf-reader.module.css';
import { PdfSettingsPanel } from './pdf-settings.tsx';
import { usePdfCommands, type PdfPanel } from './use-pdf-commands.ts';
import { usePdfEngine } from './use-pdf-engine.ts';

interface PdfReaderProps {
  book: OpenedBook;
  pdf: PDFDocumentProxy;
  positions: Positions;
  start: PdfTarget;
  incognito: boolean;
  settings: ReadingSettings<'pdf'>;
  onLeave?: ((page: number) => void) | undefined;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** A PDF that has been loaded, open for reading. */
export const PdfReader = (props: PdfReaderProps) => {
  const { book, pdf, positions, start, incognito, settings } = props;
  const { onLeave, onClose, onOpenBook } = props;
  const { t } = useTranslation(['text', 'pdf']);
  const root = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<BookPlace | null>(null);
  const [panel, setPanel] = useState<PdfPanel | null>(null);
  const [chromeState, setChrome] = useState<Chrome>('hidden');
  const [isIncognito, setIsIncognito] = useState(incognito);
  const [found, setFound] = useState<readonly Mark[]>(nothing);
  const [writing, setWriting] = useState<Writing | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const shown = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (shown.current !== null) onLeave?.(shown.current);
    },
    [onLeave],
  );
  const progress = useTextProgress({ book, positions }, isIncognito);
  const { all, marks, mayMark, add, remove, change, bookmarkAt } = useMarks(book.id, found);
  useWakeLock(true);
  useEdgePeek(root, setChrome);

  const { values } = settings;
  const { container, engine, selection, isLoading, scale } = usePdfEngine({
    ...{ bookId: book.id, pdf, start, view: values, marks },
    onPlace: (next) => {
      setPlace(next);
      shown.current = next.locator.locations.position ?? null;
      setIsAtEnd(false);
      progress.onPlace(next);
    },
    onTap: (zone) => run(zone === 'middle' || values.continuous ? 'chrome' : `turn-${zone}`),
    onMark: (id) => {
      const mark = all.find((one) => one.id === id);
      if (mark) setWriting(changeOf(mark));
    },
    onLink: setLink,
    onSwipe: (step) => run(step > 0 ? 'turn-right' : 'turn-left'),
  });
  const bookmark = bookmarkAt(place);
  const run = usePdfCommands({
    ...{ book, engine, root, settings, panel, setPanel, isAtEnd, setAtEnd: setIsAtEnd },
    ...{ onOpenBook, onClose },
    showChrome: useCallback(() => setChrome('shown'), []),
    toggleChrome: useCallback(
      () => setChrome((before) => (before === 'shown' ? 'hidden' : 'shown')),
      [],
    ),
    toggleIncognito: useCallback(() => setIsIncognito((before) => !before), []),
    toggleBookmark: useCallback(() => {
      if (bookmark) remove(bookmark);
      else if (place && mayMark) add(place.locator, { kind: 'bookmark' });
    }, [bookmark, place, mayMark, add, remove]),
  });

  const goTo = (target: PdfTarget) => void engine.current?.goTo(target);
  /** Panels lie over the pages on a phone: what was asked for should be seen. */
  const goAndSee = (target: PdfTarget) => {
    if (window.innerWidth <= 700) setPanel(null);
    goTo(target);
  };
  const { total } = positions;
  const page = place?.locator.locations.position ?? 1;
  const labels = usePageLabels(pdf);
  const style = useMemo(() => ({ __html: marksCss }), []);

  return (
    <main
      ref={root}
      className={`${chrome.reader} ${classes.reader}`}
      data-state={isLoading ? 'loading' : 'ready'}
      data-chrome={chromeState}
      data-panel={panel === 'thumbnails' ? undefined : (panel ?? undefined)}
      data-page={page}
      data-invert={values.invert || undefined}
    >
      <style dangerouslySetInnerHTML={style} />
      <h1 className={chrome.unseen}>{book.title}</h1>
      <p className={chrome.unseen} role="status">
        {place ? t('pageOf', { page, total }) : t('loading')}
      </p>
      <TextTopBar
        {...{ book, place, panel, isIncognito, mayMark }}
        isBookmarked={bookmark !== undefined}
        run={run}
      >
        <BarButton
          label={t('pdf:thumbnails')}
          icon={IconLayoutGrid}
          isPressed={panel === 'thumbnails'}
          isSecondary
          onClick={() => run('thumbnails')}
        />
        <BarButton
          label={t('pdf:rotate')}
          icon={IconRotateClockwise2}
          isSecondary
          onClick={() => run('rotate')}
        />
        <BarButton
          label={t('pdf:download')}
          icon={IconDownload}
          isSecondary
          onClick={() => window.location.assign(fileUrl(book.id))}
        />
      </TextTopBar>
      <section className={chrome.stage} aria-label={t('pdf:region')}>
        <div ref={container} className={classes.pages} tabIndex={0}>
          <div className="pdfViewer" />
        </div>
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
        {isAtEnd && (
          <EndCard
            book={book}
            onOpenBook={onOpenBook}
            onClose={onClose}
            onStay={() => setIsAtEnd(false)}
          />
        )}
      </section>
      <PdfBottomBar
        {...{ book, page, scale, run }}
        count={total}
        label={labels[page - 1] ?? null}
        onPage={(wanted) => goTo({ page: wanted })}
      />
      {panel === 'thumbnails' && (
        <ThumbnailStrip
          bookId={book.id}
          count={total}
          page={page}
          shown={[page]}
          onGo={(wanted) => goTo({ page: wanted })}
        />
      )}
      {panel === 'contents' && (
        <PdfContents pdf={pdf} page={page} onGo={goAndSee} onClose={() => setPanel(null)} />
      )}
      {panel === 'find' && (
        <PdfFind
          bookId={book.id}
          pdf={pdf}
          onFound={setFound}
          onGo={goAndSee}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'marks' && (
        <MarksPanel
          bookId={book.id}
          marks={all}
          onGo={(mark) => goAndSee(readLocator(mark.location) ?? { page: mark.page })}
          onEdit={(mark) => setWriting(changeOf(mark))}
          onDelete={remove}
          onClose={() => setPanel(null)}
        />
      )}
      {panel === 'settings' && (
        <PdfSettingsPanel run={run} settings={settings} onClose={() => setPanel(null)} />
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

const nothing: readonly Mark[] = [];
