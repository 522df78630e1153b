import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../shared/api/books.ts';
import { errorMessage } from '../api/client.ts';
import { usePageHead } from '../app/page-head.ts';
import { useReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { ReaderError } from './reader-error.tsx';
import { ReaderLoading } from './reader-loading.tsx';
import { Reader } from './reader.tsx';
import { useReaderBook } from './use-reader-book.ts';

export interface ReaderPageProps {
  bookId: string;
  /** 1-indexed; without it the reader resumes at the saved place. */
  startPage?: number;
  /** The reading list that it is read from: its neighbours are those of the list. */
  listId?: string;
  /** Reads without leaving a trace in the progress. */
  incognito?: boolean;
  /** Told of the page that was shown when the reader goes, 1-indexed. */
  onLeave?: (page: number) => void;
  onClose: () => void;
  onOpenBook: (bookId: string) => void;
}

/** The comic reader, mounted by the route `/read/$bookId`. */
export const ReaderPage = ({
  bookId,
  startPage,
  listId,
  incognito = false,
  onLeave,
  onClose,
  onOpenBook,
}: ReaderPageProps) => {
  const { t } = useTranslation('reader');
  const { data, error, refetch } = useReaderBook(bookId, listId);
  const settings = useReadingSettings('comic', {
    libraryId: data?.book.library_id ?? '',
    seriesId: data?.book.series_id ?? '',
  });
  usePageHead(data?.book.title);

  if (data && settings.isReady && data.pages.length > 0) {
    return (
      <Reader
        key={bookId}
        {...data}
        startPage={startPage ?? resumePage(data.book)}
        isIncognito={incognito || settings.values.incognito}
        settings={settings}
        {...(onLeave === undefined ? {} : { onLeave })}
        onClose={onClose}
        onOpenBook={onOpenBook}
      />
    );
  }
  if (!error && (!data || !settings.isReady)) {
    return <ReaderLoading label={t('loading')} />;
  }
  const reason = error ? errorMessage(error) : data.book.error;
  return (
    <ReaderError
      reason={reason ?? t(error ? 'error.unknown' : 'error.noPages')}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
};

/** A book in progress continues where it was left; a finished or new one starts at the front. */
const resumePage = ({ progress }: FullBook): number =>
  progress && !progress.is_completed ? progress.current_page : 1;
