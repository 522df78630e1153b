import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { FullSeries, Series } from '../../../../shared/api/series-record.ts';
import { filterSeries } from '../../../../shared/api/series.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { seriesBooksQuery } from '../../api/series-books-query.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PageButtons } from '../../ui/lists/pager.tsx';
import { useLocalPages } from '../../ui/lists/use-local-pages.ts';
import tabClasses from '../../ui/layout/tabs.module.css';
import { useLocale } from '../../ui/text/use-locale.ts';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import headClasses from '../library/view/library-head.module.css';
import { useSelection } from '../selection/selection-store.ts';
import { ArrangedBooks } from './arranged-books.tsx';
import { bookGroups, groupBooks } from './book-groups.ts';
import classes from './series-books.module.css';
import { SeriesBooks } from './series-books.tsx';
import { SeriesCard } from './series-card.tsx';
import { SeriesDetails } from './series-details.tsx';
import { SeriesFilter } from './series-filter.tsx';
import { SeriesTools } from './series-tools.tsx';
import { useSeriesView } from './series-view.ts';
import type { SeriesTab } from './tab-names.ts';

const route = getRouteApi('/shell/series/$seriesId');

const none: readonly CompactBook[] = [];

/** Tabs of a series; empty ones are hidden. */
export const SeriesTabs = ({ series }: { series: FullSeries }) => {
  const { t } = useTranslation('series');
  const books = useQuery(seriesBooksQuery(series.id));
  const related = useQuery(relatedQuery(series));
  const { tab: requested } = route.useSearch();
  const [view, setView] = useSeriesView();
  const [isFiltering, setFiltering] = useState(false);
  const isChoosing = useSelection((selection) => selection.isChoosing);
  const isArranged = view.isArranged || isChoosing;
  const all = books.data?.data ?? none;
  const groups = useMemo(() => groupBooks(all), [all]);
  const filled = bookGroups.filter((group) => groups[group].length > 0);
  const tabs: readonly SeriesTab[] = [
    ...(filled.length > 0 && !view.isArranged ? filled : (['volumes'] as const)),
    ...(related.data !== undefined && related.data.length > 0 ? (['related'] as const) : []),
    'details',
    ...(all.some(({ progress }) => progress !== null) ? (['activity'] as const) : []),
  ];
  const tab = tabs.find((name) => name === requested) ?? tabs[0] ?? 'volumes';
  const isBooks = (bookGroups as readonly string[]).includes(tab);
  return (
    <div className={classes.section}>
      <div className={headClasses.bar}>
        <nav className={tabClasses.tabs} aria-label={t('tabs')}>
          {tabs.map((name) => (
            <Link
              key={name}
              to="/series/$seriesId"
              params={{ seriesId: series.id }}
              search={{ tab: name }}
              replace
              resetScroll={false}
              className={tabClasses.tab}
              aria-current={name === tab ? 'true' : undefined}
              activeProps={{}}
            >
              {t(
                name === 'volumes' && (filled.length < 2 || view.isArranged)
                  ? 'books'
                  : `tab.${name}`,
              )}
            </Link>
          ))}
        </nav>
        {isBooks && (
          <div className={headClasses.tools}>
            <SeriesTools
              view={view}
              onChange={setView}
              isFiltering={isFiltering}
              onToggleFilter={() => setFiltering(!isFiltering)}
            />
          </div>
        )}
      </div>
      {isBooks && (
        <SeriesFilter
          series={series}
          view={view}
          onChange={setView}
          isOpen={isFiltering}
          onClose={() => setFiltering(false)}
        />
      )}
      {isBooks && books.data === undefined && books.isError && (
        <ErrorState compact error={books.error} onRetry={() => void books.refetch()} />
      )}
      {isBooks && books.data === undefined && !books.isError && <GridSkeleton />}
      {bookGroups.map(
        (group) =>
          tab === group &&
          books.data !== undefined &&
          !isArranged && <SeriesBooks key={group} series={series} books={groups[group]} />,
      )}
      {isBooks && books.data !== undefined && isArranged && (
        <ArrangedBooks series={series} view={view} onChange={setView} books={all} />
      )}
      {tab === 'related' && <SeriesRelated series={related.data ?? []} />}
      {tab === 'details' && <SeriesDetails series={series} />}
      {tab === 'activity' && <SeriesActivity books={all} />}
    </div>
  );
};

/** Books shown at once. */
const activityPageSize = 50;

/** The user's reading history in a series, newest first. */
const SeriesActivity = ({ books }: { books: readonly CompactBook[] }) => {
  const { t } = useTranslation('series');
  const { ago, date } = useLocale();
  const read = books
    .flatMap(({ progress, ...book }) => (progress === null ? [] : [{ book, progress }]))
    .sort((a, b) => b.progress.updated_at.localeCompare(a.progress.updated_at));
  const { shown, buttons } = useLocalPages(read, activityPageSize);
  return (
    <>
      <ul className={classes.list}>
        {shown.map(({ book, progress }) => (
          <li key={book.id} className={classes.activity}>
            <Link to="/book/$bookId" params={{ bookId: book.id }}>
              {book.title}
            </Link>
            <span>
              {progress.completed_at === null
                ? t('activity.page', { page: progress.current_page, pages: book.page_count })
                : t('activity.finished', { date: date(progress.completed_at) })}
            </span>
            <time dateTime={progress.updated_at}>{ago(progress.updated_at)}</time>
          </li>
        ))}
      </ul>
      <PageButtons {...buttons} />
    </>
  );
};

/** Limits of the query. */
const maxAuthors = 6;
const maxSeries = 24;

/** Other series of the same authors. */
const relatedQuery = ({ id, metadata }: FullSeries) => {
  const names = [...new Set(metadata.authors.map(({ name }) => name))].slice(0, maxAuthors);
  return queryOptions({
    queryKey: [...keys.seriesDetail(id), 'related', names],
    queryFn: async ({ signal }) => {
      const condition = {
        anyOf: names.map((value) => ({ author: { operator: 'is', value } }) as const),
      };
      const query = { pageSize: maxSeries + 1, sort: 'name,asc' };
      const { data } = await api.call(filterSeries, { query, body: { condition }, signal });
      return data.filter((series) => series.id !== id).slice(0, maxSeries);
    },
    enabled: names.length > 0,
  });
};

const SeriesRelated = ({ series }: { series: readonly Series[] }) => (
  <ul className={classes.grid}>
    {series.map((entry) => (
      <li key={entry.id}>
        <SeriesCard series={entry} />
      </li>
    ))}
  </ul>
);
