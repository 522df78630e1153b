import { z } from 'zod';

import type { FullSeries } from '../../../shared/api/series-record.ts';
import type { Access } from '../../../shared/endpoint.ts';
import { readStatuses, uuid, whole } from '../../../shared/schemas.ts';
import type { Caller } from '../../http/caller.ts';
import { counted, seriesEntry } from './entries.ts';
import type { Entry, Feed } from './feed.ts';
import { acquisitionFeed, navigationFeed } from './listing.ts';
import { createBookShelves, createShelves, type Shelf, type ShelfServices } from './shelves.ts';

/** What the address of a feed may say; anything else is ignored, wrong values are a 400. */
export const feedQuery = z.object({
  page: whole(1, 1_000_000).default(1),
  library: uuid.optional(),
  status: z.enum(readStatuses).optional(),
  letter: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z#]$/, 'Use one letter from A to Z, or # for everything else')
    .optional(),
  query: z.string().max(1000).default(''),
});
export type FeedQuery = z.infer<typeof feedQuery>;

/** A feed below the root of each version. */
export interface FeedSource {
  path: string;
  needs: Exclude<Access, 'public'>;
  load(
    caller: Caller,
    query: FeedQuery,
    params: Readonly<Record<string, string>>,
  ): Feed | Promise<Feed>;
}

/** Books of each group that is shown beside other things. */
const groupSize = 12;

/** Every feed of the catalogue; fixed paths stand before those with parameters. */
export const createCatalog = (services: ShelfServices): FeedSource[] => {
  const { books, series, collections, readLists } = services;
  const bookShelves = createBookShelves(services);
  const shelves: Shelf[] = [...bookShelves, ...createShelves(services)];
  const full = (caller: Caller) => (id: string) => books.get(caller, id);

  const root: FeedSource = {
    path: '/catalog',
    needs: 'signed-in',
    load: (caller) => ({
      place: { path: '/catalog' },
      title: 'Octavo',
      kind: 'navigation',
      entries: shelves.filter((shelf) => isOpenTo(caller, shelf)).map(shelfEntry),
      books: [],
      facets: [],
      paging: null,
      groups: async () => {
        const open = bookShelves.filter((shelf) => isOpenTo(caller, shelf));
        const feeds = await Promise.all(open.map((shelf) => shelf.first(caller, groupSize)));
        return feeds.filter((feed) => feed.books.length > 0);
      },
    }),
  };

  const foundBooks = (caller: Caller, { query, page }: FeedQuery, size?: number) =>
    acquisitionFeed(
      {
        title: `Books: ${query}`,
        place: { path: '/search/books', query: { query } },
        page,
        ...(size === undefined ? {} : { size }),
      },
      (request) => books.find(caller, { ...request, sort: byRelevance }, { fullTextSearch: query }),
      full(caller),
    );

  /** Series, and before them what leads to the books: a feed holds one kind of thing. */
  const search: FeedSource = {
    path: '/search',
    needs: ['series-read'],
    async load(caller, asked) {
      const { query, page } = asked;
      const feed = await navigationFeed(
        { title: `Search: ${query}`, place: { path: '/search', query: { query } }, page },
        (request) =>
          series.find(caller, { ...request, sort: byRelevance }, { fullTextSearch: query }),
        seriesEntry,
      );
      if (page > 1 || !caller.permissions.has('books-read')) return feed;
      const found = await foundBooks(caller, asked, groupSize);
      if (found.books.length === 0) return feed;
      const entries = [foundEntry(found, query), ...feed.entries];
      return { ...feed, entries, groups: () => Promise.resolve([found]) };
    },
  };

  return [
    root,
    ...shelves,
    search,
    {
      path: '/search/books',
      needs: ['books-read'],
      load: (caller, query) => foundBooks(caller, query),
    },
    {
      path: '/series/:id',
      needs: ['series-read', 'books-read'],
      load(caller, { page }, { id = '' }) {
        const { name } = JSON.parse(series.get(caller, id).json) as FullSeries;
        const sort = { field: 'number', direction: 'asc' } as const;
        return acquisitionFeed(
          { title: name, place: { path: `/series/${id}` }, page },
          (request) => books.ofSeries(caller, id, { ...request, sort }),
          full(caller),
        );
      },
    },
    {
      path: '/collections/:id',
      needs: ['collections-read', 'series-read'],
      load: (caller, { page }, { id = '' }) =>
        navigationFeed(
          { title: collections.get(id).name, place: { path: `/collections/${id}` }, page },
          (request) => collections.series(caller, id, { ...request, sort: byPosition }),
          seriesEntry,
        ),
    },
    {
      path: '/read-lists/:id',
      needs: ['read-lists-read', 'books-read'],
      load: (caller, { page }, { id = '' }) =>
        acquisitionFeed(
          { title: readLists.get(id).name, place: { path: `/read-lists/${id}` }, page },
          (request) => readLists.books(caller, id, { ...request, sort: byPosition }),
          full(caller),
        ),
    },
  ];
};

const byRelevance = { field: 'relevance', direction: 'desc' } as const;
const byPosition = { field: 'position', direction: 'asc' } as const;

const isOpenTo = ({ permissions }: Caller, { needs }: Pick<Shelf, 'needs'>): boolean =>
  needs.every((permission) => permissions.has(permission));

const shelfEntry = ({ path, title, summary, kind }: Shelf): Entry => ({
  id: `urn:octavo:catalog${path}`,
  title,
  summary,
  place: { path },
  kind,
  updated: null,
  cover: null,
  count: null,
});

const foundEntry = ({ title, place, paging }: Feed, query: string): Entry => ({
  id: `urn:octavo:catalog${place.path}:${encodeURIComponent(query)}`,
  title,
  summary: counted(paging?.total ?? 0, 'book'),
  place,
  kind: 'acquisition',
  updated: null,
  cover: null,
  count: paging?.total ?? null,
});
