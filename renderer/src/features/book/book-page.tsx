import { Button } from '@mantine/core';
import { IconFileAlert, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { useAnalyzeBook } from '../library/mutations.ts';
import { bookQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EntityHead } from '../../ui/layout/entity-head.tsx';
import { EntitySkeleton } from '../../ui/layout/entity-skeleton.tsx';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { Prose } from '../../ui/text/prose.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useIgnoreIssues } from '../health/queries.ts';
import { Memberships } from '../lists/entity-lists.tsx';
import { PlaceQuestionBanner } from '../reading-places/place-question.tsx';
import { bookMark } from '../series/next-book.ts';
import { BookActions } from './book-actions.tsx';
import { BookFacts } from './book-facts.tsx';
import { BookMetadata } from './book-metadata.tsx';
import classes from './book-page.module.css';
import { PagesStrip } from './pages-strip.tsx';
import { isReadable, isText } from './readable.ts';
import { useBookState } from './use-book-state.ts';

const route = getRouteApi('/shell/book/$bookId');

export const BookPage = () => {
  const { bookId } = route.useParams();
  const { data: book, error, refetch } = useQuery(bookQuery(bookId));
  usePageTitle(
    book?.title,
    book === undefined
      ? []
      : [
          {
            label: book.library_name,
            link: { to: '/library/$libraryId', params: { libraryId: book.library_id } },
          },
          {
            label: book.series_name,
            link: { to: '/series/$seriesId', params: { seriesId: book.series_id } },
          },
        ],
  );
  if (book !== undefined) return <BookContent key={book.id} book={book} />;
  if (isNotFound(error)) return <NotFoundPage />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <EntitySkeleton />;
};

const BookContent = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation(['book', 'series']);
  const { bytes, date } = useLocale();
  const { text } = useBookState(book);
  const mark = bookMark(book);
  const hasPages = isReadable(book) && !isText(book);
  return (
    <>
      <EntityHead
        cover={useBookCover(book.id)}
        title={book.title}
        broken={book.error !== null}
        above={
          <Link data-alone to="/series/$seriesId" params={{ seriesId: book.series_id }}>
            {book.series_name}
          </Link>
        }
        facts={[
          mark === null ? null : t(`series:mark.${mark.kind}`, { value: mark.value }),
          book.error === null ? text : null,
          book.format.toUpperCase(),
          bytes(book.file_size),
          book.release_date === null ? null : date(book.release_date),
        ]}
        actions={<BookActions book={book} />}
      >
        <BookTrouble book={book} />
        <PlaceQuestionBanner bookId={book.id} />
        {book.metadata.summary !== null && <Prose text={book.metadata.summary} />}
        <BookMetadata metadata={book.metadata} />
        <Memberships kind="books" id={book.id} />
      </EntityHead>
      <div className={classes.body}>
        {hasPages && <PagesStrip book={book} />}
        <BookFacts book={book} />
      </div>
    </>
  );
};

/** Problem with the file, and possible actions. */
const BookTrouble = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation(['book', 'health']);
  const sentence = useTranslateServerMessage();
  const analyze = useAnalyzeBook();
  const ignore = useIgnoreIssues();
  const canAnalyze = useCan('books-write');
  const canIgnore = useCan('libraries-write');
  const ignoreFile = () => {
    const issues = [{ kind: 'broken' as const, id: book.id }];
    ignore.mutate(
      { issues, ignored: true },
      {
        onSuccess: () =>
          offerUndo({
            text: t('health:ignoredDone', { count: 1 }),
            undo: async () => {
              await ignore.mutateAsync({ issues, ignored: false });
              ignore.reset();
            },
          }),
      },
    );
  };
  return (
    <>
      {book.missing_since !== null && (
        <Banner icon={<IconFileOff />} title={t('missing.title')}>
          {t('missing.text')}
        </Banner>
      )}
      {book.note !== null && book.error === null && (
        <Banner icon={<IconFileAlert />} title={t('note')}>
          {sentence(book.note)}
        </Banner>
      )}
      {book.error !== null && (
        <Banner
          tone="danger"
          icon={<IconFileAlert />}
          title={t('broken')}
          action={
            <>
              {canAnalyze && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={analyze.isPending}
                  onClick={() => analyze.mutate(book.id)}
                >
                  {t('readAgain')}
                </Button>
              )}
              {canIgnore && !ignore.isSuccess && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={ignore.isPending}
                  onClick={ignoreFile}
                >
                  {t('ignore')}
                </Button>
              )}
            </>
          }
        >
          {sentence(book.error)}
        </Banner>
      )}
    </>
  );
};
