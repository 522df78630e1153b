import { itemsOf } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { FeedQuery } from './feed-query.ts';
import type { RootFeed, ShelfServices } from './types.ts';
import { seriesEntry } from './entries.ts';
import type { OpdsFeed, FeedPath } from './feed.ts';
import { acquisitionFeed, headingOf, navigationFeed } from './listing.ts';
import { facetsOf, letters, filtersToCondition, type FeedFilters } from './feed-filters.ts';

export const allSeries = ({ series, libraries }: ShelfServices): RootFeed => ({
  path: '/series',
  aliases: ['/browse'],
  title: 'All series',
  summary: 'From A to Z',
  needs: ['series-read', 'books-read'],
  kind: 'navigation',
  load: (caller, query) =>
    narrowed(libraries, caller, query, { path: '/series', title: 'All series' }, (heading, found) =>
      navigationFeed(
        heading,
        (request) =>
          series.find(
            caller,
            { ...request, sort: found.search === undefined ? byName : byRelevance },
            filtersToCondition(found),
          ),
        seriesEntry,
      ),
    ),
});

/** An A–Z index for clients without filters for series: OPDS 1.2 has facets for books only. */
export const seriesByLetter = ({ libraries }: Pick<ShelfServices, 'libraries'>): RootFeed => {
  const label = {
    path: '/series/letters',
    title: 'Series by letter',
    summary: 'The series that begin with a letter',
  };
  return {
    ...label,
    needs: ['series-read', 'books-read'],
    kind: 'navigation',
    load: async (_caller, { library }) => ({
      ...(await headingOf(libraries, label, library)),
      kind: 'navigation',
      entries: letters.map((letter) => ({
        id: `urn:octavo:catalog/series/letters:${encodeURIComponent(letter)}`,
        title: letter,
        summary: letter === '#' ? 'Series that begin with no letter' : `Series under ${letter}`,
        feedPath: { path: '/series', query: { letter, library } },
        kind: 'navigation',
        updated: null,
        cover: null,
        count: null,
      })),
      books: [],
      facets: [],
      paging: null,
    }),
  };
};

export const allBooks = ({ books, libraries }: ShelfServices): RootFeed => ({
  path: '/books',
  title: 'All books',
  summary: 'From A to Z',
  needs: ['books-read'],
  kind: 'acquisition',
  load: (caller, query) =>
    narrowed(libraries, caller, query, { path: '/books', title: 'All books' }, (heading, found) =>
      acquisitionFeed(
        heading,
        (request) =>
          books.find(
            caller,
            { ...request, sort: found.search === undefined ? byTitle : byRelevance },
            filtersToCondition(found),
          ),
        (id) => books.get(caller, id),
      ),
    ),
});

/** A list with its facets; titled after its library if restricted to one. */
const narrowed = async (
  libraries: ShelfServices['libraries'],
  caller: Caller,
  { page, library, status, letter, publisher, search }: FeedQuery,
  { path, title }: { path: string; title: string },
  load: (
    heading: { title: string; feedPath: FeedPath; page: number },
    narrowing: FeedFilters,
  ) => Promise<OpdsFeed>,
): Promise<OpdsFeed> => {
  const narrowing = { library, status, letter, publisher, search };
  const titles = [
    ...(library === undefined ? [] : [(await libraries.get(library)).name]),
    ...(publisher.length === 0 ? [] : [publisher.join(', ')]),
    ...(search === undefined ? [] : [`Search: ${search}`]),
  ];
  const feedPath = { path, query: narrowing };
  const feed = await load({ title: titles.join(' – ') || title, feedPath, page }, narrowing);
  const shown = caller.permissions.has('libraries-read')
    ? itemsOf(await libraries.list({ page: 1, pageSize: 500, sort: byName }))
    : [];
  return { ...feed, facets: facetsOf(caller, path, narrowing, shown) };
};

const byName = { field: 'name', direction: 'asc' } as const;
const byTitle = { field: 'title', direction: 'asc' } as const;
const byRelevance = { field: 'relevance', direction: 'desc' } as const;
