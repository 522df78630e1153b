import type { QueryClient } from '@tanstack/react-query';

import { bookSortFields } from '../../../../../shared/api/book-record.ts';
import { seriesSortFields } from '../../../../../shared/api/series-record.ts';
import { librariesQuery } from '../../../api/queries.ts';
import { oneOf, searchOf } from '../../../ui/checks.ts';
import { idInAddress } from '../../../ui/layout/id-in-address.ts';
import { userPreferencesQuery } from '../../../ui/user-preferences.ts';
import { allLibraries, libraryIdOf } from './all-libraries.ts';
import { bookQueries, seriesQueries } from './library-query.ts';
import { libraryView, libraryViews, viewsPreference } from './library-view.ts';

const viewOf = searchOf({
  view: oneOf(libraryViews),
  sort: oneOf([...seriesSortFields, ...bookSortFields]),
  order: oneOf(['asc', 'desc']),
});

/** The first page of the list in the address; a filtered one waits for the page. */
const requestList = async (client: QueryClient): Promise<unknown> => {
  const id = idInAddress('library');
  const search = Object.fromEntries(new URLSearchParams(location.search));
  if (id === undefined || 'filter' in search) return undefined;
  const [known, preferences] = await Promise.all([
    client.query(librariesQuery()),
    client.query(userPreferencesQuery),
  ]);
  const library = [allLibraries(known, ''), ...known].find((candidate) => candidate?.id === id);
  if (library === undefined) return undefined;
  const chosen = viewsPreference.check(preferences[viewsPreference.key])?.[library.id];
  const view = libraryView(viewOf(search), chosen ?? library.default_view);
  if (view.kind !== 'series' && view.kind !== 'books') return undefined;
  const { sort, direction } = view;
  const query = { libraryId: libraryIdOf(library), sort, direction, condition: null };
  return client.query<object>(
    (view.kind === 'series' ? seriesQueries : bookQueries).page(query, 1),
  );
};

export const firstRequests = (client: QueryClient): Promise<unknown>[] => [requestList(client)];
