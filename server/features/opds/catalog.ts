import { z } from 'zod';

import type { Book } from '../../../shared/api/book-record.ts';
import type { Library } from '../../../shared/api/libraries.ts';
import type { FullSeries, Series } from '../../../shared/api/series.ts';
import type { Access } from '../../../shared/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { readStatuses, uuid } from '../../../shared/schemas.ts';
import type { Found, Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { Entry, Feed, Place } from './feed.ts';
import { seriesFacets, seriesCondition } from './series-filters.ts';

/** What the address of a feed may say; anything else is ignored, wrong values are a 400. */
export const feedQuery = z.object({
  page: z.coerce.number<string>().int().min(1).max(1_000_000).default(1),
  library: uuid.optional(),
  status: z.enum(readStatuses).optional(),
  letter: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]$/, 'Use one letter from A to Z')
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

/** A feed that the root leads to. */
interface Shelf extends FeedSource {
  needs: readonly [Permission, ...Permission[]];
  title: string;
  summary: string;
  kind: Entry['kind'];
}

const pageSize = 50;
/** Of each group at the root. */
const groupSize = 12;

/** Every feed of the catalogue. */
export const createCatalog = ({
  books,
  series,
  libraries,
}: {
  books: Pick<BooksService, 'get' | 'list' | 'find' | 'ofSeries' | 'inProgress' | 'onDeck'>;
  series: Pick<SeriesService, 'get' | 'list' | 'find'>;
  libraries: Pick<LibrariesService, 'list' | 'get'>;
}): FeedSource[] => {
  const booksFeed = async (
    caller: Caller,
    feed: { title: string; place: Place; page: number },
    list: (page: { page: number; pageSize: number }) => Found<Book>,
    size = pageSize,
  ): Promise<Feed> => {
    const listing = await list({ page: feed.page, pageSize: size });
    return {
      ...feed,
      kind: 'acquisition',
      entries: [],
      books: rows(listing).map(({ id }) => books.get(caller, id)),
      facets: [],
      paging: pagingOf(feed.page, size, listing.total),
    };
  };

  const seriesFeed = async (
    feed: { title: string; place: Place; page: number },
    list: (page: { page: number; pageSize: number }) => Found<Series>,
  ): Promise<Feed> => {
    const listing = await list({ page: feed.page, pageSize });
    return {
      ...feed,
      kind: 'navigation',
      entries: rows(listing).map(seriesEntry),
      books: [],
      facets: [],
      paging: pagingOf(feed.page, pageSize, listing.total),
    };
  };

  const allLibraries = async (): Promise<Library[]> =>
    rows(await libraries.list({ page: 1, pageSize: 500, sort: { field: 'name', ...ascending } }));

  const bookShelf = (
    shelf: Pick<Shelf, 'path' | 'title' | 'summary' | 'needs'>,
    list: (caller: Caller, page: { page: number; pageSize: number }) => Listing<Book>,
  ) => ({
    ...shelf,
    kind: 'acquisition' as const,
    load: (caller: Caller, { page }: Pick<FeedQuery, 'page'>, _params: unknown, size = pageSize) =>
      booksFeed(
        caller,
        { title: shelf.title, place: { path: shelf.path }, page },
        (request) => list(caller, request),
        size,
      ),
  });

  const bookShelves = [
    bookShelf(
      {
        path: '/keep-reading',
        title: 'Continue reading',
        summary: 'Books that you have begun, the last one first',
        needs: ['books-read', 'progress-read'],
      },
      (caller, page) =>
        books.inProgress(caller, { ...page, sort: { field: 'read_at', ...descending } }),
    ),
    bookShelf(
      {
        path: '/on-deck',
        title: 'On deck',
        summary: 'The next book of each series that you are reading',
        needs: ['books-read', 'progress-read'],
      },
      (caller, page) =>
        books.onDeck(caller, { ...page, sort: { field: 'read_at', ...descending } }),
    ),
    bookShelf(
      {
        path: '/books/latest',
        title: 'Recently added books',
        summary: 'All books, the newest first',
        needs: ['books-read'],
      },
      (caller, page) =>
        books.list(caller, { ...page, sort: { field: 'created_at', ...descending } }),
    ),
  ];

  const seriesShelf = (
    shelf: Pick<Shelf, 'path' | 'title' | 'summary'>,
    field: 'date_added' | 'date_updated',
  ): Shelf => ({
    ...shelf,
    needs: ['series-read'],
    kind: 'navigation',
    load: (caller, { page }) =>
      seriesFeed({ title: shelf.title, place: { path: shelf.path }, page }, (request) =>
        series.list(caller, { ...request, sort: { field, ...descending } }),
      ),
  });

  const shelves: Shelf[] = [
    ...bookShelves,
    seriesShelf(
      {
        path: '/series/latest',
        title: 'Recently added series',
        summary: 'All series, the newest first',
      },
      'date_added',
    ),
    seriesShelf(
      {
        path: '/series/updated',
        title: 'Recently updated series',
        summary: 'All series, those with new books first',
      },
      'date_updated',
    ),
    {
      path: '/series',
      title: 'All series',
      summary: 'From A to Z',
      needs: ['series-read'],
      kind: 'navigation',
      async load(caller, { page, library, status, letter }) {
        const filters = { library, status, letter };
        const shelf = library === undefined ? null : await libraries.get(library);
        const feed = await seriesFeed(
          { title: shelf?.name ?? 'All series', place: { path: '/series', query: filters }, page },
          (request) =>
            series.find(
              caller,
              { ...request, sort: { field: 'name', ...ascending } },
              { condition: seriesCondition(filters) },
            ),
        );
        const known = caller.permissions.has('libraries-read') ? await allLibraries() : [];
        return { ...feed, facets: seriesFacets(caller, filters, known) };
      },
    },
    {
      path: '/libraries',
      title: 'Libraries',
      summary: 'The series of one library',
      needs: ['libraries-read', 'series-read'],
      kind: 'navigation',
      async load(_caller, { page }) {
        const all = await allLibraries();
        const start = (page - 1) * pageSize;
        return {
          place: { path: '/libraries' },
          title: 'Libraries',
          kind: 'navigation',
          entries: all.slice(start, start + pageSize).map(libraryEntry),
          books: [],
          facets: [],
          paging: pagingOf(page, pageSize, all.length),
        };
      },
    },
  ];

  const isOpenTo = ({ permissions }: Caller, { needs }: Pick<Shelf, 'needs'>): boolean =>
    needs.every((permission) => permissions.has(permission));

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
        const feeds = await Promise.all(
          open.map((shelf) => shelf.load(caller, { page: 1 }, null, groupSize)),
        );
        return feeds.filter((feed) => feed.books.length > 0);
      },
    }),
  };

  const foundBooks = (caller: Caller, { query, page }: FeedQuery, size = pageSize) =>
    booksFeed(
      caller,
      { title: `Books: ${query}`, place: { path: '/search/books', query: { query } }, page },
      (request) =>
        books.find(
          caller,
          { ...request, sort: { field: 'relevance', ...descending } },
          { fullTextSearch: query },
        ),
      size,
    );

  const search: FeedSource = {
    path: '/search',
    needs: ['series-read'],
    async load(caller, asked) {
      const { query, page } = asked;
      const feed = await seriesFeed(
        { title: `Search: ${query}`, place: { path: '/search', query: { query } }, page },
        (request) =>
          series.find(
            caller,
            { ...request, sort: { field: 'relevance', ...descending } },
            { fullTextSearch: query },
          ),
      );
      if (page > 1 || !caller.permissions.has('books-read')) return feed;
      const found = await foundBooks(caller, asked, groupSize);
      if (found.books.length === 0) return feed;
      const entries = [foundBooksEntry(found), ...feed.entries];
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
        return booksFeed(
          caller,
          { title: name, place: { path: `/series/${id}` }, page },
          (request) =>
            books.ofSeries(caller, id, { ...request, sort: { field: 'number', ...ascending } }),
        );
      },
    },
  ];
};

const ascending = { direction: 'asc' } as const;
const descending = { direction: 'desc' } as const;

const rows = <T>({ data }: Listing<T>): T[] =>
  Array.isArray(data) ? data : (JSON.parse(data.json) as T[]);

/** Throws NotFound for a page behind the last one. */
const pagingOf = (page: number, size: number, total: number) => {
  const pages = Math.max(1, Math.ceil(total / size));
  if (page > pages) {
    throw new AppError('NotFound', `There is no page ${page} here; the last one is ${pages}`);
  }
  return { page, pageSize: size, total };
};

const shelfEntry = ({ path, title, summary, kind }: Shelf): Entry => ({
  id: `urn:octavo:catalog${path}`,
  title,
  summary,
  place: { path },
  kind,
  updated: null,
  series_id: null,
  count: null,
});

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const seriesEntry = ({ id, name, book_count, summary, date_updated }: Series): Entry => ({
  id: `urn:uuid:${id}`,
  title: name,
  summary: [counted(book_count, 'book'), summary].filter(Boolean).join('. '),
  place: { path: `/series/${id}` },
  kind: 'acquisition',
  updated: date_updated,
  series_id: id,
  count: book_count,
});

const libraryEntry = ({ id, name, series_count, book_count, updated_at }: Library): Entry => ({
  id: `urn:uuid:${id}`,
  title: name,
  summary: `${series_count} series, ${counted(book_count, 'book')}`,
  place: { path: '/series', query: { library: id } },
  kind: 'navigation',
  updated: updated_at,
  series_id: null,
  count: series_count,
});

const foundBooksEntry = ({ title, place, paging }: Feed): Entry => ({
  id: `urn:octavo:catalog${place.path}:${encodeURIComponent(title)}`,
  title,
  summary: counted(paging?.total ?? 0, 'book'),
  place,
  kind: 'acquisition',
  updated: null,
  series_id: null,
  count: paging?.total ?? null,
});
