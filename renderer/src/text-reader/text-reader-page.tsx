import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { errorMessage } from '../api/client.ts';
import { usePageHead } from '../app/page-head.ts';
import { readLocator } from '../books/locator.ts';
import { ReaderError } from '../reader/reader-error.tsx';
import { ReaderLoading } from '../reader/reader-loading.tsx';
import type { ReaderPageProps } from '../reader/reader-page.tsx';
import { placeOf, textBookQuery } from './load-text.ts';
import { TextReader } from './text-reader.tsx';

interface TextReaderPageProps extends ReaderPageProps {
  /** A locator as JSON: a place that was marked. */
  startPlace?: string;
}

/** The reader of texts, mounted by the route `/read/$bookId`. */
export const TextReaderPage = ({
  bookId,
  startPage,
  startPlace,
  listId,
  incognito = false,
  onClose,
  onOpenBook,
}: TextReaderPageProps) => {
  const { t } = useTranslation('text');
  const { data, error, refetch } = useQuery(textBookQuery(bookId, listId));
  usePageHead(data?.book.title);

  /** A book in progress continues where it was left; a finished or new one starts at the front. */
  const start = useMemo(() => {
    if (!data) return 'start';
    const { book, positions } = data;
    const place = readLocator(startPlace);
    if (place) return place;
    if (startPage !== undefined) {
      return startPage === 1 ? 'start' : (positions.locatorOf(startPage) ?? 'start');
    }
    const { progress } = book;
    if (progress === null || progress.is_completed) return 'start';
    return placeOf(positions, progress.current_page, progress.location) ?? 'start';
  }, [data, startPage, startPlace]);

  if (error) {
    return (
      <ReaderError
        reason={errorMessage(error) ?? t('error.unknown')}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  if (!data) {
    return <ReaderLoading label={t('loading')} />;
  }
  return (
    <TextReader
      key={bookId}
      text={data}
      start={start}
      incognito={incognito}
      onClose={onClose}
      onOpenBook={onOpenBook}
    />
  );
};
