import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { seriesBooksQuery } from '../../api/queries.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import tabClasses from '../../ui/layout/tabs.module.css';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import headClasses from '../library/view/library-head.module.css';
import { bookGroups, groupBooks } from './book-groups.ts';
import { relatedQuery, SeriesRelated } from './related.tsx';
import { SeriesActivity } from './series-activity.tsx';
import { BookLayoutSwitch, SeriesBooks } from './series-books.tsx';
import classes from './series-books.module.css';
import { SeriesDetails } from './series-details.tsx';
import type { SeriesTab } from './tab-names.ts';

const route = getRouteApi('/shell/series/$seriesId');

/** Tabs of a series; empty ones are hidden. */
export const SeriesTabs = ({ series }: { series: FullSeries }) => {
  const { t } = useTranslation('series');
  const books = useQuery(seriesBooksQuery(series.id));
  const related = useQuery(relatedQuery(series));
  const { tab: asked } = route.useSearch();
  const all = books.data?.data ?? [];
  const groups = groupBooks(all);
  const filled = bookGroups.filter((group) => groups[group].length > 0);
  const tabs: readonly SeriesTab[] = [
    ...(filled.length > 0 ? filled : (['volumes'] as const)),
    ...(related.data !== undefined && related.data.length > 0 ? (['related'] as const) : []),
    'details',
    ...(all.some(({ progress }) => progress !== null) ? (['activity'] as const) : []),
  ];
  const tab = tabs.find((name) => name === asked) ?? tabs[0] ?? 'volumes';
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
              {t(name === 'volumes' && filled.length < 2 ? 'books' : `tab.${name}`)}
            </Link>
          ))}
        </nav>
        {isBooks && <BookLayoutSwitch />}
      </div>
      {isBooks && books.data === undefined && books.isError && (
        <ErrorState compact error={books.error} onRetry={() => void books.refetch()} />
      )}
      {isBooks && books.data === undefined && !books.isError && <GridSkeleton />}
      {bookGroups.map(
        (group) =>
          tab === group &&
          books.data !== undefined && (
            <SeriesBooks key={group} series={series} books={groups[group]} />
          ),
      )}
      {tab === 'related' && <SeriesRelated series={related.data ?? []} />}
      {tab === 'details' && <SeriesDetails series={series} />}
      {tab === 'activity' && <SeriesActivity books={all} />}
    </div>
  );
};
