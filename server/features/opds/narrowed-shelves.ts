import type { Caller } from '../../http/caller.ts';
import type { FeedQuery } from './catalog.ts';
import { seriesEntry } from './entries.ts';
import type { Feed, Place } from './feed.ts';
import { acquisitionFeed, navigationFeed, rows } from './listing.ts';
import { facetsOf, letters, narrowCondition } from './narrowing.ts';
import type { Shelf, ShelfServices } from './shelves.ts';

export const allSeries = ({ series, libraries }: ShelfServices): Shelf => ({
  path: '/series',
  title: 'All series',
  summary: 'From A to Z',
  needs: ['series-read'],
  kind: 'navigation',
  load: (caller, query) =>
    narrowed(libraries, caller, query, { path: '/series', title: 'All series' }, (heading) =>
      navigationFeed(
        heading,
        (request) =>
          series.find(
            caller,
            { ...request, sort: byName },
            { condition: narrowCondition(narrowingOf(query)) },
          ),
        seriesEntry,
      ),
    ),
});

/** For programs that narrow no list of series: OPDS 1.2 has facets for books alone. */
export const seriesByLetter: Shelf = {
  path: '/series/letters',
  title: 'Series by letter',
  summary: 'The series that begin with a letter',
  needs: ['series-read'],
  kind: 'navigation',
  load: () => ({
    place: { path: '/series/letters' },
    title: 'Series by letter',
    kind: 'navigation',
    entries: letters.map((letter) => ({
      id: `urn:octavo:catalog/series/letters:${encodeURIComponent(letter)}`,
      title: letter,
      summary: letter === '#' ? 'Series that begin with no letter' : `Series under ${letter}`,
      place: { path: '/series', query: { letter } },
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

export const allBooks = ({ books, libraries }: ShelfServices): Shelf => ({
  path: '/books',
  title: 'All books',
  summary: 'From A to Z',
  needs: ['books-read'],
  kind: 'acquisition',
  load: (caller, query) =>
    narrowed(libraries, caller, query, { path: '/books', title: 'All books' }, (heading) =>
      acquisitionFeed(
        heading,
        (request) =>
          books.find(
            caller,
            { ...request, sort: { field: 'title', direction: 'asc' } },
            { condition: narrowCondition(narrowingOf(query)) },
          ),
        (id) => books.get(caller, id),
      ),
    ),
});

const narrowingOf = ({ library, status, letter }: FeedQuery) => ({ library, status, letter });

/** A list with what it can be narrowed by; called by the name of its library where it holds only that. */
const narrowed = async (
  libraries: ShelfServices['libraries'],
  caller: Caller,
  query: FeedQuery,
  { path, title }: { path: string; title: string },
  load: (heading: { title: string; place: Place; page: number }) => Promise<Feed>,
): Promise<Feed> => {
  const narrowing = narrowingOf(query);
  const feed = await load({
    title: narrowing.library === undefined ? title : (await libraries.get(narrowing.library)).name,
    place: { path, query: narrowing },
    page: query.page,
  });
  const shown = caller.permissions.has('libraries-read')
    ? rows(await libraries.list({ page: 1, pageSize: 500, sort: byName }))
    : [];
  return { ...feed, facets: facetsOf(caller, path, narrowing, shown) };
};

const byName = { field: 'name', direction: 'asc' } as const;
