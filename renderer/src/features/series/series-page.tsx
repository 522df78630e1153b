import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { hasCode } from '../../../../shared/errors.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { useSeriesCover } from '../../api/cover-versions.ts';
import { seriesQuery } from '../../api/queries.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { EntityHead } from '../../ui/layout/entity-head.tsx';
import { EntitySkeleton } from '../../ui/layout/entity-skeleton.tsx';
import { Prose } from '../../ui/text/prose.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { TagList } from '../../ui/lists/tag-list.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { isShelvedByBook } from '../book/shelved-by-book.ts';
import { CreatorList } from '../creators/creator-list.tsx';
import { FilterLink } from '../filters/filter-link.tsx';
import { EditButton } from '../editing/edit-button.tsx';
import { ListButtons, Memberships } from '../lists/entity-lists.tsx';
import { FollowButton } from '../notifications/follow-button.tsx';
import { RatingRow } from '../ratings/rating-row.tsx';
import { SeriesActions } from './series-actions.tsx';
import { SeriesTabs } from './series-tabs.tsx';

export { firstRequests } from './series-requests.ts';

const route = getRouteApi('/shell/series/$seriesId');

export const SeriesPage = () => {
  const { seriesId } = route.useParams();
  const { data: series, error, refetch } = useQuery(seriesQuery(seriesId));
  usePageTitle(
    series?.name,
    series === undefined
      ? []
      : [
          {
            label: series.library_name,
            link: { to: '/library/$libraryId', params: { libraryId: series.library_id } },
          },
        ],
  );
  const { tab } = route.useSearch();
  const only = useOnlyText(tab === undefined && series?.book_count === 1 ? series.id : null);
  if (hasCode(error, 'NotFound')) return <NotFoundPage />;
  if (only === undefined) return <EntitySkeleton />;
  if (only !== null) return <Navigate to="/book/$bookId" params={{ bookId: only }} replace />;
  if (series !== undefined) return <SeriesContent key={series.id} series={series} />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <EntitySkeleton />;
};

/**
 * The only book of a series if it is a text, because such a series has nothing to show beside its
 * book; undefined while it loads.
 */
const useOnlyText = (seriesId: string | null): string | null | undefined => {
  const books = useQuery({ ...seriesBooksQuery(seriesId ?? ''), enabled: seriesId !== null });
  if (seriesId === null) return null;
  // The page of the series requests them again if they could not be loaded.
  if (books.data === undefined) return books.isFetched ? null : undefined;
  const [book] = books.data.data;
  return book !== undefined && isShelvedByBook(book) ? book.id : null;
};

const SeriesContent = ({ series }: { series: FullSeries }) => {
  const { t } = useTranslation(['series', 'common']);
  const { bytes } = useLocale();
  const books = useQuery(seriesBooksQuery(series.id));
  const { metadata, library_id: library } = series;
  return (
    <>
      <EntityHead
        cover={useSeriesCover(series)}
        title={series.name}
        above={
          <Link data-alone to="/library/$libraryId" params={{ libraryId: series.library_id }}>
            {series.library_name}
          </Link>
        }
        facts={[
          t('common:count.books', { count: series.book_count }),
          t('common:count.pages', { count: series.page_count }),
          bytes(series.file_size),
          series.year === null ? null : String(series.year),
          series.publisher,
          series.status === null ? null : t(`status.${series.status}`),
          series.age_rating === null || series.age_rating === 0
            ? null
            : t('ageRating', { age: series.age_rating }),
        ]}
        actions={
          <>
            <SeriesActions
              series={series}
              books={books.data?.data}
              onRetry={books.isError ? () => void books.refetch() : null}
            />
            <ListButtons kind="series" id={series.id} />
            <FollowButton id={series.id} />
            <EditButton entity="series" id={series.id} label={t('edit')} />
          </>
        }
      >
        <RatingRow kind="series" id={series.id} />
        {metadata.summary !== null && <Prose text={metadata.summary} />}
        <CreatorList authors={metadata.authors} />
        <TagList
          label={t('genres')}
          tags={series.genres}
          render={(value) => <FilterLink libraryId={library} field="genre" value={value} />}
        />
        <TagList
          label={t('tags')}
          tags={series.tags}
          render={(value) => <FilterLink libraryId={library} field="tag" value={value} />}
        />
        <Memberships kind="series" id={series.id} />
      </EntityHead>
      <SeriesTabs series={series} />
    </>
  );
};
