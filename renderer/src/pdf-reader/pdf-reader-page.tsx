import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../shared/api/books.ts';
import { errorMessage } from '../api/client.ts';
import { usePageHead } from '../app/page-head.ts';
import { readLocator } from '../books/locator.ts';
import { sendPlaces } from '../offline/places.ts';
import { loadOpenedBook } from '../reader/opened-book.ts';
import { ReaderError } from '../reader/reader-error.tsx';
import { ReaderLoading } from '../reader/reader-loading.tsx';
import type { ReaderPageProps } from '../reader/reader-page.tsx';
import { useReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { placeOf } from '../text-reader/load-text.ts';
import type { PdfFailure } from './pdf-failure.ts';
import type { PdfTarget } from './pdf-engine.ts';
import { pdfPositions } from './pdf-place.ts';
import { PdfReader } from './pdf-reader.tsx';
import { usePdfDocument } from './use-pdf-document.ts';

interface PdfReaderPageProps extends ReaderPageProps {
  /** A locator as JSON: a place that was marked. */
  startPlace?: string;
}

/** Each opening asks anew, for the place to resume at may have been moved by another device. */
const pdfBookQuery = (id: string, listId: string | undefined) =>
  queryOptions({
    queryKey: ['pdf-reader', id, listId],
    queryFn: async ({ signal }) => {
      await sendPlaces();
      return loadOpenedBook(id, listId, signal);
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/** The reader of PDFs, mounted by the route `/read/$bookId`. */
export const PdfReaderPage = (props: PdfReaderPageProps) => {
  const { bookId, startPage, startPlace, listId, incognito = false } = props;
  const { onLeave, onClose, onOpenBook } = props;
  const { t } = useTranslation('pdf');
  const { data: book, error, refetch } = useQuery(pdfBookQuery(bookId, listId));
  const [opening, reopen] = usePdfDocument(bookId);
  const settings = useReadingSettings('pdf', {
    libraryId: book?.library_id ?? '',
    seriesId: book?.series_id ?? '',
  });
  usePageHead(book?.title);

  const pdf = opening.state === 'open' ? opening.pdf : null;
  const total = pdf?.numPages ?? 1;
  const positions = useMemo(() => pdfPositions(bookId, total), [bookId, total]);
  const start = useMemo((): PdfTarget => {
    const marked = readLocator(startPlace);
    if (marked) return marked;
    if (startPage !== undefined) return { page: startPage };
    return (book && resumePlace(book, positions)) ?? 'start';
  }, [book, positions, startPage, startPlace]);

  const reason = error
    ? (errorMessage(error) ?? t('failure.unreachable'))
    : (book?.error ?? (opening.state === 'failed' ? t(`failure.${opening.failure}`) : null));
  if (reason !== null) {
    return (
      <ReaderError
        reason={reason}
        onRetry={() => {
          if (error) void refetch();
          reopen();
        }}
        onClose={onClose}
      >
        {/* The server may be able to draw what pdf.js refuses. */}
        {book?.error === null && opening.state === 'failed' && isDrawable(opening.failure) && (
          <button type="button" onClick={() => settings.set({ mode: 'images' }, 'series')}>
            {t('asComic')}
          </button>
        )}
      </ReaderError>
    );
  }
  if (!book || !pdf || !settings.isReady) {
    return <ReaderLoading label={t('loading')} />;
  }
  return (
    <PdfReader
      key={bookId}
      {...{ book, pdf, positions, start, incognito, settings, onLeave, onClose, onOpenBook }}
    />
  );
};

const isDrawable = (failure: PdfFailure): boolean => failure === 'damaged' || failure === 'unknown';

/** A book in progress continues where it was left; a finished or new one starts at the front. */
const resumePlace = ({ progress }: FullBook, positions: ReturnType<typeof pdfPositions>) =>
  progress === null || progress.is_completed
    ? null
    : placeOf(positions, progress.current_page, progress.location);
