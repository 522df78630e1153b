import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { getManifest } from '../../../../shared/api/epub.ts';
import { AppError, hasCode } from '../../../../shared/errors.ts';
import { api, errorMessage } from '../../api/client.ts';
import { loadOrOpenDownload } from '../../offline/open-download.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { useReadingSettings } from '../settings/use-reading-settings.ts';
import { loadOpenedBook } from '../shell/opened-book.ts';
import { ReaderError, ReaderLoading } from '../shell/reader-error.tsx';
import { readerQuery, type DocumentPageProps } from '../shell/reader-page.ts';
import { startOf } from '../shell/start-position.ts';
import { loadedAgain, useReplacedFile } from '../shell/use-replaced-file.ts';
import type { PdfFailure } from './pdf-failure.ts';
import { pdfPositions } from './pdf-position.ts';
import { PdfReader } from './pdf-reader.tsx';
import { usePdfDocument } from './use-pdf-document.ts';

const pdfBookQuery = (id: string, listId: string | undefined) =>
  readerQuery('pdf-reader', id, listId, (signal) =>
    loadOrOpenDownload(
      id,
      signal,
      async (patience) => {
        const [book, { metadata }] = await Promise.all([
          loadOpenedBook(id, listId, patience),
          api.call(getManifest, { params: { id }, signal: patience }),
        ]);
        return { book, isRightToLeft: metadata.readingProgression === 'rtl' };
      },
      ({ book, document }) => (document?.kind === 'pdf' ? { book, isRightToLeft: false } : null),
    ),
  );

/** PDF reader, mounted by the route `/read/$bookId`. */
export const PdfReaderPage = (props: DocumentPageProps) => {
  const { bookId, startPage, startPosition, listId, incognito = false } = props;
  const { onLeave, onClose, onOpenBook } = props;
  const { t } = useTranslation('pdf');
  const { data, error, errorUpdateCount, refetch } = useQuery(pdfBookQuery(bookId, listId));
  const book = data?.book;
  const { opening, failures, reopen, onPageError } = usePdfDocument(bookId);
  const settings = useReadingSettings('pdf', {
    libraryId: book?.library_id ?? '',
    seriesId: book?.series_id ?? '',
    bookId,
  });
  usePageTitle(book?.title);
  useReplacedFile(book && fileIn(book), async () => {
    const { book: found } = loadedAgain(await refetch());
    reopen();
    return fileIn(found);
  });

  const pdf = opening.state === 'open' ? opening.pdf : null;
  const isRightToLeft =
    data?.isRightToLeft === true || (opening.state === 'open' && opening.isRightToLeft);
  const total = pdf?.numPages ?? 1;
  const positions = useMemo(() => pdfPositions(bookId, total), [bookId, total]);
  const start = useMemo(
    () => (book ? startOf(book, positions, { startPage, startPosition }) : 'start'),
    [book, positions, startPage, startPosition],
  );

  const retry = () => {
    if (!data || error) void refetch();
    reopen();
  };
  // One that was loaded before stays open.
  const loadError = data ? null : error;
  const reason =
    loadError !== null
      ? (errorMessage(loadError) ?? t('failure.unreachable'))
      : (book?.error ?? (opening.state === 'failed' ? t(`failure.${opening.failure}`) : null));
  if (reason !== null) {
    const isAway =
      loadError !== null
        ? !(loadError instanceof AppError)
        : opening.state === 'failed' && opening.failure === 'unreachable';
    return (
      <ReaderError
        isGone={hasCode(loadError, 'NotFound')}
        reason={reason}
        failures={isAway ? Math.max(errorUpdateCount, failures) : Infinity}
        onRetry={retry}
        onClose={onClose}
      >
        {/* The server may be able to render what pdf.js cannot. */}
        {book?.error === null && opening.state === 'failed' && isDrawable(opening.failure) ? (
          <button
            type="button"
            data-primary
            onClick={() => settings.set({ mode: 'images' }, 'series')}
          >
            {t('asComic')}
          </button>
        ) : undefined}
      </ReaderError>
    );
  }
  if (!book || !pdf || !settings.isReady) {
    return <ReaderLoading label={t('loading')} onRetry={retry} onClose={onClose} />;
  }
  return (
    <PdfReader
      key={bookId}
      book={book}
      pdf={pdf}
      failures={failures}
      onReopen={reopen}
      onPageError={onPageError}
      positions={positions}
      start={start}
      isRightToLeft={isRightToLeft}
      incognito={incognito}
      isJump={startPage !== undefined || startPosition !== undefined}
      settings={settings}
      onLeave={onLeave}
      onClose={onClose}
      onOpenBook={onOpenBook}
    />
  );
};

const isDrawable = (failure: PdfFailure): boolean => failure === 'damaged' || failure === 'unknown';

const fileIn = (book: Book) => ({ book, pages: book.page_count });
