import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { bookSortFields, type BookSort } from '../../../../../shared/api/book-record.ts';
import { seriesSortFields, type SeriesSort } from '../../../../../shared/api/series-record.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import type { Direction } from '../../../../../shared/schemas.ts';
import { setPreference, usePreferences, type Layout } from '../../../ui/preferences.ts';
import { mapOf, oneOf } from '../../../ui/checks.ts';
import { clientPreference, useUserPreference } from '../../../ui/user-preferences.ts';
import { filterFields, type ListKind } from '../../filters/fields.ts';
import { decodeFilter, encodeFilter } from '../../filters/filter-address.ts';
import { noFilter, type FilterGroup } from '../../filters/filter-tree.ts';

export const libraryViews = ['series', 'books', 'folders', 'reading'] as const;

export type LibraryView =
  | { kind: 'series'; sort: SeriesSort; direction: Direction }
  | { kind: 'books'; sort: BookSort; direction: Direction }
  | { kind: 'folders' }
  | { kind: 'reading' };

/** A view with a list of records. */
export type RecordsView = Exclude<LibraryView, { kind: 'folders' | 'reading' }>;

interface LibrarySearch {
  view?: LibraryView['kind'] | undefined;
  sort?: SeriesSort | BookSort | undefined;
  order?: Direction | undefined;
}

/** The view in the URL, else the usual one; an unknown sort falls back to the default. */
export const libraryView = (
  { view, sort, order }: LibrarySearch,
  usual: LibraryView['kind'] = 'series',
): LibraryView => {
  const kind = view ?? usual;
  if (kind === 'folders' || kind === 'reading') return { kind };
  if (kind === 'books') {
    const known = bookSortFields.find((field) => field === sort) ?? 'title';
    return { kind: 'books', sort: known, direction: order ?? firstDirection(known) };
  }
  const known = seriesSortFields.find((field) => field === sort) ?? 'name';
  return { kind: 'series', sort: known, direction: order ?? firstDirection(known) };
};

/** Names sort ascending; dates, sizes and counts descending. */
export const firstDirection = (sort: SeriesSort | BookSort): Direction =>
  sort === 'name' || sort === 'title' || sort === 'filename' || sort === 'number' ? 'asc' : 'desc';

const route = getRouteApi('/shell/library/$libraryId');

/** The tab that a person last chose in each library. */
export const viewsPreference = clientPreference('library-views', mapOf(oneOf(libraryViews)), {});

/**
 * The view of a library: that in the URL, else the one that was chosen here last, else the one that
 * suits its contents.
 */
export const useLibraryView = ({ id, default_view }: Library): LibraryView => {
  const [views] = useUserPreference(viewsPreference);
  return libraryView(route.useSearch(), views[id] ?? default_view);
};

/** Remembers the view of a library. */
export const useRememberView = (id: string): ((view: LibraryView['kind']) => void) => {
  const [views, change] = useUserPreference(viewsPreference);
  return (view) => {
    if (views[id] !== view) void change({ ...views, [id]: view });
  };
};

/** Grid, list or table: from the URL, otherwise the last one used in this library, or in any. */
export const useLayout = (): [Layout, (layout: Layout) => void] => {
  const { layout } = route.useSearch();
  const navigate = route.useNavigate();
  const { libraryId } = route.useParams();
  const preferred = usePreferences(
    ({ layoutOf, libraryLayout }) => layoutOf[libraryId] ?? libraryLayout,
  );
  return [
    layout ?? preferred,
    (next) => {
      const { layoutOf } = usePreferences.getState();
      setPreference({ libraryLayout: next, layoutOf: { ...layoutOf, [libraryId]: next } });
      void navigate({ search: (known) => ({ ...known, layout: next }), replace: true });
    },
  ];
};

/**
 * The filter in the URL. Incomplete rules are not part of it; they are kept until another filter is
 * set, by a link or by Back.
 */
export const useFilter = (kind: ListKind): [FilterGroup, (filter: FilterGroup) => void] => {
  const { filter: text } = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(noFilter);
  const names = new Set<string>(filterFields[kind].map(({ name }) => name));
  const given = decodeFilter(text, names) ?? noFilter;
  return [
    encodeFilter(draft) === encodeFilter(given) ? draft : given,
    (filter) => {
      setDraft(filter);
      const next = encodeFilter(filter);
      void navigate({ search: (known) => ({ ...known, filter: next }), replace: true });
    },
  ];
};
