import { IconDownload, IconLayoutGrid, IconRotateClockwise2 } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { marksCss } from '../epub/engine/book-style.ts';
import type { Positions } from '../epub/engine/locator.ts';
import type { ReadingSettings } from '../settings/use-reading-settings.ts';
import { DocumentReader } from '../shell/document-reader.tsx';
import type { OpenedBook } from '../shell/opened-book.ts';
import { LoadFailure } from '../shell/load-failure.tsx';
import { PageOverview } from '../shell/page-overview.tsx';
import { useAutoShowControls } from '../shell/use-auto-show-controls.ts';
import { useDocumentReader } from '../shell/use-document-reader.ts';
import { usePageLabels } from './page-labels.ts';
import { PdfBottomBar } from './pdf-bottom-bar.tsx';
import { PdfContents } from './pdf-contents.tsx';
import type { PdfEngine } from './pdf-engine.ts';
import { PdfFind } from './pdf-find.tsx';
import type { PDFDocumentProxy } from './pdf-js.ts';
import type { PdfTarget } from './pdf-navigation.ts';
import { fileUrl } from './pdf-position.ts';
import classes from './pdf-reader.module.css';
import { PdfSettingsPanel } from './pdf-settings.tsx';
import { usePdfCommands } from './use-pdf-commands.ts';
import { usePdfEngine } from './use-pdf-engine.ts';

interface PdfReaderProps {
  book: OpenedBook;
  pdf: PDFDocumentProxy;
  /** Of pages that did not arrive; 0 if all did. */
  failures: number;
  onReopen: () => void;
  onPageError: (error: unknown) => void;
  positions: Positions;
  start: PdfTarget;
  isRightToLeft: boolean;
  incognito: boolean;
  isJump: boolean;
  settings: ReadingSettings<'pdf'>;
  onLeave?: ((page: number) => void) | undefined;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** The reader of a loaded PDF. */
export const PdfReader = (props: PdfReaderProps) => {
  const {
    pdf,
    failures,
    onReopen,
    onPageError,
    start,
    isRightToLeft,
    settings,
    onLeave,
    ...opened
  } = props;
  const { book, positions } = opened;
  const { t } = useTranslation(['text', 'pdf']);
  const { reader, engine } = useDocumentReader<PdfEngine>(opened);
  const { position, state, store, setFound, closePanel: close } = reader;
  const shown = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (shown.current !== null) onLeave?.(shown.current);
    },
    [onLeave],
  );
  useAutoShowControls(reader.root, store);

  const { values } = settings;
  const run = usePdfCommands(reader, engine, { settings, isRightToLeft });
  const { container, selection, isLoading, scale } = usePdfEngine({
    engine,
    bookId: book.id,
    pdf,
    start,
    view: values,
    marks: reader.marks.marks,
    events: {
      onMove: (next) => {
        shown.current = next.locator.locations.position ?? null;
        store.setState({ end: null });
        reader.onMove(next);
      },
      onTap: (zone) => run(zone === 'middle' || values.continuous ? 'chrome' : `turn-${zone}`),
      onMark: reader.onMark,
      onLink: reader.setLink,
      onSwipe: (step) => {
        if (!values.continuous) run(step > 0 ? 'turn-right' : 'turn-left');
      },
      onTurn: (step) => run(step > 0 ? 'next' : 'previous'),
      onPageError,
    },
  });

  const goTo = (target: PdfTarget) => void engine.current?.goTo(target);
  const showAt = (target: PdfTarget) => {
    reader.uncover();
    goTo(target);
  };
  const { total } = positions;
  const page = position?.locator.locations.position ?? 1;
  const labels = usePageLabels(pdf);
  const style = useMemo(() => ({ __html: marksCss() }), []);

  return (
    <DocumentReader
      reader={reader}
      selection={selection}
      isLoading={isLoading}
      run={run}
      surface={{
        className: classes.reader,
        ...(values.invert ? { 'data-invert': true } : {}),
      }}
      items={[
        {
          label: t('pdf:thumbnails'),
          icon: IconLayoutGrid,
          isPressed: state.panel === 'thumbnails',
          isSecondary: true,
          onClick: () => run('thumbnails'),
        },
        {
          label: t('pdf:rotate'),
          icon: IconRotateClockwise2,
          isSecondary: true,
          onClick: () => run('rotate'),
        },
        {
          label: t('pdf:download'),
          icon: IconDownload,
          isSecondary: true,
          onClick: () => window.location.assign(fileUrl(book.id)),
        },
      ]}
      region={t('pdf:region')}
      stage={
        <div
          ref={container}
          className={classes.pages}
          tabIndex={0}
          data-reversed={isRightToLeft || undefined}
        >
          <div className="pdfViewer" />
        </div>
      }
      bottomBar={
        <PdfBottomBar
          book={book}
          page={page}
          isReversed={isRightToLeft}
          scale={scale}
          run={run}
          count={total}
          label={labels[page - 1] ?? null}
          onPage={(wanted) => goTo({ page: wanted })}
        />
      }
      panels={{
        contents: () => <PdfContents pdf={pdf} page={page} onGo={showAt} onClose={close} />,
        find: () => (
          <PdfFind bookId={book.id} pdf={pdf} onFound={setFound} onGo={showAt} onClose={close} />
        ),
        settings: () => <PdfSettingsPanel run={run} settings={settings} onClose={close} />,
        thumbnails: () => (
          <PageOverview
            bookId={book.id}
            count={total}
            page={page}
            shown={[page]}
            isReversed={isRightToLeft}
            onGo={(wanted) => goTo({ page: wanted })}
            onClose={close}
          />
        ),
      }}
    >
      {failures > 0 && (
        <LoadFailure
          title={t('pdf:pageFailed')}
          reason={t('pdf:failure.unreachable')}
          retry={t('error.retry')}
          failures={failures}
          onRetry={onReopen}
        />
      )}
      <style dangerouslySetInnerHTML={style} />
    </DocumentReader>
  );
};
