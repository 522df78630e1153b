import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import type { BookSort } from '../../../../shared/api/book-record.ts';
import { bookSortFields } from '../../../../shared/api/book-record.ts';
import type { Direction } from '../../../../shared/schemas.ts';
import { setPreference, usePreferences, type Layout } from '../../ui/preferences.ts';
import { filterFields } from '../filters/fields.ts';
import { decodeFilter, encodeFilter } from '../filters/filter-address.ts';
import { noFilter, type FilterGroup } from '../filters/filter-tree.ts';

const route = getRouteApi('/shell/series/$seriesId');

/** The sort of a series: its reading order. */
export const readingOrder: BookSort = 'number';

/** How the books of a series are arranged; all but the layout is in the URL. */
export interface SeriesView {
  sort: BookSort;
  direction: Direction;
  layout: Layout;
  filter: FilterGroup;
  /** Whether the books are a plain list: in another order, filtered or as a table. */
  isArranged: boolean;
}

export interface SeriesViewChange {
  sort?: BookSort;
  order?: Direction;
  filter?: FilterGroup;
}

const names = new Set<string>(filterFields.books.map(({ name }) => name));

/** Incomplete rules of a filter are not in the URL; they are kept until another filter is set. */
export const useSeriesView = (): [SeriesView, (change: SeriesViewChange) => void] => {
  const { sort: requested, order, filter: text } = route.useSearch();
  const navigate = route.useNavigate();
  const layout = usePreferences((preferences) => preferences.bookLayout);
  const [draft, setDraft] = useState(noFilter);
  const given = decodeFilter(text, names) ?? noFilter;
  const filter = encodeFilter(draft) === encodeFilter(given) ? draft : given;
  const sort = bookSortFields.find((field) => field === requested) ?? readingOrder;
  const direction = order ?? 'asc';
  const isArranged =
    layout === 'table' ||
    sort !== readingOrder ||
    direction === 'desc' ||
    encodeFilter(given) !== undefined;
  return [
    { sort, direction, layout, filter, isArranged },
    ({ filter: next = filter, ...change }) => {
      setDraft(next);
      void navigate({
        search: (known) => ({ ...known, ...change, filter: encodeFilter(next) }),
        replace: true,
        resetScroll: false,
      });
    },
  ];
};

export const setBookLayout = (bookLayout: Layout): void => setPreference({ bookLayout });
