import { Button } from '@mantine/core';
import { IconFileAlert, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import type { BookMetadata as Metadata, FullBook } from '../../../../shared/api/books.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { bookQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { EntityHead } from '../../ui/layout/entity-head.tsx';
import { EntitySkeleton } from '../../ui/layout/entity-skeleton.tsx';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { TagList } from '../../ui/lists/tag-list.tsx';
import { Prose } from '../../ui/text/prose.tsx';
import { useFormatName } from '../../ui/text/use-format-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { SharedAnnotations } from '../annotations/shared-annotations.tsx';
import { CreatorList } from '../creators/creator-list.tsx';
import { useIgnoreIssues } from '../health/change-issues.ts';
import { useAnalyzeBook } from '../library/mutations.ts';
import { Memberships } from '../lists/entity-lists.tsx';
import { RatingRow } from '../ratings/rating-row.tsx';
import { PositionConflictBanner } from '../reading-positions/position-conflict.tsx';
import { bookMark } from '../series/next-book.ts';
import { BookActions } from './book-actions.tsx';
import { BookFacts } from './book-facts.tsx';
import classes from './book-page.module.css';
import { BookFormats } from './book-formats.tsx';
import { identifierLink } from './identifier-link.ts';
import { PagesStrip } from './pages-strip.tsx';
import { isReadable, isText } from './readable.ts';
import { SeriesStrip } from './series-strip.tsx';
import { useBookState } from './use-book-state.ts';

export { firstRequests } from './book-requests.ts';

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
          // A name is said once.
          ...(book.series_name === book.title
            ? []
            : [{ label: book.series_name, link: seriesLink(book) }]),
        ],
  );
  if (hasCode(error, 'NotFound')) return <NotFoundPage />;
  if (book !== undefined) return <BookContent key={book.id} book={book} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <EntitySkeleton />;
};

/** Leads to the series itself, also where it has only this book. */
const seriesLink = ({ series_id }: FullBook) =>
  ({
    to: '/series/$seriesId',
    params: { seriesId: series_id },
    search: { tab: 'volumes' },
  }) as const;

const BookContent = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation(['book', 'series']);
  const { bytes, date } = useLocale();
  const formatName = useFormatName();
  const { text } = useBookState(book);
  const mark = bookMark(book);
  const hasPages = isReadable(book) && !isText(book);
  return (
    <>
      <EntityHead
        cover={useBookCover(book)}
        title={book.title}
        broken={book.error !== null}
        above={
          book.series_name === book.title ? (
            <Link data-alone to="/library/$libraryId" params={{ libraryId: book.library_id }}>
              {book.library_name}
            </Link>
          ) : (
            <Link data-alone {...seriesLink(book)}>
              {book.series_name}
            </Link>
          )
        }
        facts={[
          mark === null ? null : t(`series:mark.${mark.kind}`, { value: mark.value }),
          book.error === null ? text : null,
          formatName(book.format),
          bytes(book.file_size),
          book.release_date === null ? null : date(book.release_date),
        ]}
        actions={<BookActions book={book} />}
      >
        <BookTrouble book={book} />
        <PositionConflictBanner bookId={book.id} />
        <RatingRow kind="book" id={book.id} />
        {book.metadata.summary !== null && <Prose text={book.metadata.summary} />}
        <BookMetadata metadata={book.metadata} />
        <Memberships kind="books" id={book.id} />
      </EntityHead>
      <div className={classes.body}>
        {hasPages && <PagesStrip book={book} />}
        <BookFacts book={book} />
        {book.other_formats.length > 0 && <BookFormats book={book} />}
        <SharedAnnotations bookId={book.id} />
        <SeriesStrip book={book} />
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

/** Metadata of the book; empty fields are omitted. */
const BookMetadata = ({ metadata }: { metadata: Metadata }) => {
  const { t } = useTranslation('book');
  const arcs = metadata.story_arcs.map(({ name, number }) =>
    number === null ? name : `${name} #${String(number)}`,
  );
  const known = metadata.identifiers.flatMap((identifier) => identifierLink(identifier) ?? []);
  const plain = metadata.identifiers
    .filter((identifier) => identifierLink(identifier) === null)
    .map(({ type, value }) => `${type}: ${value}`);
  const links = [...metadata.web_links, ...known];
  const stars = metadata.community_rating;
  const publisher = [metadata.publisher, metadata.imprint].filter((name) => name !== null);
  return (
    <>
      <CreatorList authors={metadata.authors} />
      <TagList
        label={t('metadata.rating')}
        tags={stars === null ? [] : [t('metadata.stars', { count: stars })]}
      />
      <TagList label={t('metadata.publisher')} tags={publisher} />
      <TagList label={t('metadata.genres')} tags={metadata.genres} />
      <TagList label={t('metadata.tags')} tags={metadata.tags} />
      <TagList label={t('metadata.arcs')} tags={arcs} />
      <TagList label={t('metadata.characters')} tags={metadata.characters} />
      <TagList label={t('metadata.teams')} tags={metadata.teams} />
      <TagList label={t('metadata.locations')} tags={metadata.locations} />
      <TagList label={t('metadata.isbn')} tags={metadata.isbn === null ? [] : [metadata.isbn]} />
      <TagList label={t('metadata.identifiers')} tags={plain} />
      {links.length > 0 && (
        <p className={classes.links}>
          {links.filter(isWebLink).map(({ label, url }) => (
            <a key={url} href={url} target="_blank" rel="noreferrer noopener">
              {label || url}
            </a>
          ))}
        </p>
      )}
    </>
  );
};

/** Links come from untrusted files: only http(s) is allowed. */
const isWebLink = ({ url }: { url: string }): boolean => /^https?:\/\//i.test(url);
