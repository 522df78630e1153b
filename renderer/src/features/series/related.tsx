import { queryOptions } from '@tanstack/react-query';

import type { FullSeries, Series } from '../../../../shared/api/series-record.ts';
import { filterSeries } from '../../../../shared/api/series.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { SeriesCard } from './series-card.tsx';
import classes from './series-books.module.css';

/** Limits of the query. */
const mostAuthors = 6;
const mostSeries = 24;

/** Other series of the same authors. */
export const relatedQuery = ({ id, metadata }: FullSeries) => {
  const names = [...new Set(metadata.authors.map(({ name }) => name))].slice(0, mostAuthors);
  return queryOptions({
    queryKey: [...keys.seriesDetail(id), 'related', names],
    queryFn: async ({ signal }) => {
      const condition = {
        anyOf: names.map((value) => ({ author: { operator: 'is', value } }) as const),
      };
      const query = { pageSize: mostSeries + 1, sort: 'name,asc' };
      const { data } = await api.call(filterSeries, { query, body: { condition }, signal });
      return data.filter((series) => series.id !== id).slice(0, mostSeries);
    },
    enabled: names.length > 0,
  });
};

export const SeriesRelated = ({ series }: { series: readonly Series[] }) => (
  <ul className={classes.grid}>
    {series.map((entry) => (
      <li key={entry.id}>
        <SeriesCard series={entry} />
      </li>
    ))}
  </ul>
);
