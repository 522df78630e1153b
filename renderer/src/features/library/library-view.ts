import { getRouteApi } from '@tanstack/react-router';

import { bookSortFields, type BookSort } from '../../../../shared/api/book-record.ts';
import { seriesSortFields, type SeriesSort } from '../../../../shared/api/series.ts';
import type { Direction } from '../../../../shared/schemas.ts';

export type LibraryView =
  | { kind: 'series'; sort: SeriesSort; direction: Direction }
  | { kind: 'books'; sort: BookSort; direction: Direction };

interface LibrarySearch {
  view?: 'series' | 'books' | undefined;
  sort?: SeriesSort | BookSort | undefined;
  order?: Direction | undefined;
}

/** What the address asks for; a sort that the list does not know becomes its default. */
export const libraryView = ({ view = 'series', sort, order }: LibrarySearch): LibraryView => {
  if (view === 'books') {
    const known = bookSortFields.find((field) => field === sort) ?? 'title';
    return { kind: 'books', sort: known, direction: order ?? firstDirection(known) };
  }
  const known = seriesSortFields.find((field) => field === sort) ?? 'name';
  return { kind: 'series', sort: known, direction: order ?? firstDirection(known) };
};

/** Names begin at A; dates, sizes and counts begin with the newest and largest. */
export const firstDirection = (sort: SeriesSort | BookSort): Direction =>
  sort === 'name' || sort === 'title' || sort === 'filename' || sort === 'number' ? 'asc' : 'desc';

const route = getRouteApi('/shell/library/$libraryId');

export const useLibraryView = (): LibraryView => libraryView(route.useSearch());
