import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { AppError, hasCode } from '../../../../shared/errors.ts';
import { errorMessage } from '../../api/client.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { ReaderError, ReaderLoading } from '../shell/reader-error.tsx';
import type { DocumentPageProps } from '../shell/reader-page.ts';
import { startOf } from '../shell/start-position.ts';
import { loadedAgain, useReplacedFile } from '../shell/use-replaced-file.ts';
import { EpubReader } from './epub-reader.tsx';
import { epubBookQuery, type EpubBook } from './load-epub.ts';

/** The reader of EPUBs, mounted by the route `/read/$bookId`. */
export const EpubReaderPage = (props: DocumentPageProps) => {
  const {
    bookId,
    startPage,
    startPosition,
    listId,
    incognito = false,
    onClose,
    onOpenBook,
  } = props;
  const { t } = useTranslation('text');
  const { data, error, errorUpdateCount, refetch } = useQuery(epubBookQuery(bookId, listId));
  usePageTitle(data?.book.title);
  useReplacedFile(data && fileIn(data), async () => fileIn(loadedAgain(await refetch())));
  const start = useMemo(
    () => (data ? startOf(data.book, data.positions, { startPage, startPosition }) : 'start'),
    [data, startPage, startPosition],
  );

  if (error && !data) {
    return (
      <ReaderError
        isGone={hasCode(error, 'NotFound')}
        reason={
          errorMessage(error) ?? t(error instanceof AppError ? 'error.failed' : 'error.unreachable')
        }
        failures={error instanceof AppError ? Infinity : errorUpdateCount}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  }
  if (!data) {
    return <ReaderLoading label={t('loading')} onRetry={() => void refetch()} onClose={onClose} />;
  }
  return (
    <EpubReader
      key={bookId}
      epub={data}
      start={start}
      incognito={incognito}
      isJump={startPage !== undefined || startPosition !== undefined}
      onClose={onClose}
      onOpenBook={onOpenBook}
    />
  );
};

const fileIn = ({ book, positions }: EpubBook) => ({ book, pages: positions.total });
