import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { AppError, hasCode } from '../../../../shared/errors.ts';
import { errorMessage } from '../../api/client.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { useReadingSettings } from '../settings/use-reading-settings.ts';
import { ReaderError, ReaderLoading } from '../shell/reader-error.tsx';
import type { ReaderPageProps } from '../shell/reader-page.ts';
import { ComicReader } from './comic-reader.tsx';
import type { ReaderBook } from './store/reader-store.ts';
import { loadedAgain, useReplacedFile } from '../shell/use-replaced-file.ts';
import { useReaderBook } from './store/use-reader-book.ts';

/** The comic reader, mounted by the route `/read/$bookId`. */
export const ComicReaderPage = ({
  bookId,
  startPage,
  listId,
  incognito = false,
  onLeave,
  onClose,
  onOpenBook,
}: ReaderPageProps) => {
  const { t } = useTranslation(['reader', 'common']);
  const client = useQueryClient();
  const { data, error, errorUpdateCount, refetch } = useReaderBook(bookId, listId);
  const settings = useReadingSettings('comic', {
    libraryId: data?.book.library_id ?? '',
    seriesId: data?.book.series_id ?? '',
    bookId,
  });
  usePageTitle(data?.book.title);
  useReplacedFile(data && fileIn(data), async () => fileIn(loadedAgain(await refetch())));

  if (data && settings.isReady && data.pages.length > 0) {
    return (
      <ComicReader
        key={bookId}
        {...data}
        startPage={startPage ?? resumePage(data.book)}
        isJump={startPage !== undefined}
        isIncognito={incognito || settings.values.incognito}
        settings={settings}
        {...(onLeave === undefined ? {} : { onLeave })}
        onClose={onClose}
        onOpenBook={onOpenBook}
      />
    );
  }
  if (!error && (!data || !settings.isReady)) {
    return <ReaderLoading label={t('loading')} onRetry={() => void refetch()} onClose={onClose} />;
  }
  const reason = error ? errorMessage(error) : data.book.error;
  const unnamed = error instanceof AppError ? 'reader:error.unknown' : 'common:error.unreachable';
  // A book that could not be asked for may belong to another reader.
  const retry = async () => {
    await client.invalidateQueries({ queryKey: ['reader-kind', bookId] });
    await refetch();
  };
  return (
    <ReaderError
      isGone={hasCode(error, 'NotFound')}
      reason={reason ?? t(error ? unnamed : 'error.noPages')}
      failures={error && !(error instanceof AppError) ? errorUpdateCount : Infinity}
      onRetry={() => void retry()}
      onClose={onClose}
    />
  );
};

/** Resumes a book in progress; a finished or new one starts at the beginning. */
const resumePage = ({ progress }: FullBook): number =>
  progress && !progress.is_completed ? progress.current_page : 1;

const fileIn = ({ book, pages }: ReaderBook) => ({ book, pages: pages.length });
