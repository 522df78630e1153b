import type { FullCreator } from '../../../shared/api/creators.ts';
import type { FullSeries } from '../../../shared/api/series-record.ts';
import type { Caller } from '../../http/api/caller.ts';
import { seriesEntry } from './entries.ts';
import { archivePath } from './feed.ts';
import { acquisitionFeed, navigationFeed } from './listing.ts';
import { rootFeed, type Shelves, shelvesFeed } from './root-feed.ts';
import { searchFeeds } from './search-feeds.ts';
import { createBookRootFeeds, createRootFeeds } from './shelves.ts';
import type { FeedSource, ShelfServices } from './types.ts';

/** All feeds; fixed paths come before those with parameters. */
export const createFeeds = (services: ShelfServices): FeedSource[] => {
  const { books, series, collections, readLists, creators } = services;
  const bookShelves = createBookRootFeeds(services);
  const shelves = [...bookShelves, ...createRootFeeds(services)];
  const full = (caller: Caller) => (id: string) => books.get(caller, id);

  return [
    rootFeed({ shelves, bookShelves }),
    ...shelves,
    ...searchFeeds(services),
    ...libraryFeeds({ shelves, bookShelves, libraries: services.libraries }),
    {
      path: '/series/:id',
      needs: ['series-read', 'books-read'],
      async load(caller, { page }, { id = '' }) {
        const { name } = JSON.parse(series.get(caller, id).json) as FullSeries;
        const sort = { field: 'number', direction: 'asc' } as const;
        const path = `/series/${id}`;
        const feed = await acquisitionFeed(
          { title: name, feedPath: { path }, page },
          (request) => books.ofSeries(caller, id, { ...request, sort }),
          full(caller),
        );
        return { ...feed, archive: archivePath(path, name) };
      },
    },
    {
      path: '/collections/:id',
      needs: ['collections-read', 'series-read', 'books-read'],
      load: (caller, { page }, { id = '' }) =>
        navigationFeed(
          { title: collections.get(id).name, feedPath: { path: `/collections/${id}` }, page },
          (request) => collections.series(caller, id, { ...request, sort: byPosition }),
          seriesEntry,
        ),
    },
    {
      path: '/creators/:id',
      needs: ['series-read', 'books-read'],
      load: (caller, { page, library }, { id = '' }) => {
        const { name } = JSON.parse(creators.get(id).json) as FullCreator;
        const sort = { field: 'title', direction: 'asc' } as const;
        return acquisitionFeed(
          { title: name, feedPath: { path: `/creators/${id}`, query: { library } }, page },
          (request) => creators.books(caller, id, { ...request, sort, library_id: library }),
          full(caller),
        );
      },
    },
    {
      path: '/read-lists/:id',
      aliases: ['/readlists/:id'],
      needs: ['read-lists-read', 'books-read'],
      async load(caller, { page }, { id = '' }) {
        const { name } = readLists.get(id);
        const path = `/read-lists/${id}`;
        const feed = await acquisitionFeed(
          { title: name, feedPath: { path }, page },
          (request) => readLists.books(caller, id, { ...request, sort: byPosition }),
          full(caller),
        );
        return { ...feed, archive: archivePath(path, name) };
      },
    },
  ];
};

const byPosition = { field: 'position', direction: 'asc' } as const;

/**
 * The feeds of one library, under Komga's paths: `/libraries/{id}/books/latest`. The same paths
 * without an id cover all libraries. In 1.2 the library path itself lists its series, as in Komga.
 */
const libraryFeeds = ({
  shelves,
  bookShelves,
  libraries,
}: Shelves & Pick<ShelfServices, 'libraries'>): FeedSource[] => {
  const narrowable = shelves.filter(({ path }) => path !== '/libraries');
  return [
    ...narrowable.map(({ path, aliases = [], needs, load }): FeedSource => {
      const [first = path, ...rest] = [path, ...aliases].map((suffix) => `/libraries${suffix}`);
      return { path: first, aliases: rest, needs, load };
    }),
    ...narrowable.flatMap(({ path, aliases = [], needs, load }): FeedSource[] => {
      const [first = path, ...rest] = [path, ...aliases].map((suffix) => `/libraries/:id${suffix}`);
      const ofLibrary: FeedSource['load'] = (caller, query, params) =>
        load(caller, { ...query, library: params.id }, params);
      const whole = { path: '/libraries/:id', only: 'v1.2', needs, load: ofLibrary } as const;
      return [
        { path: first, aliases: rest, needs, load: ofLibrary },
        ...(path === '/series' ? [whole] : []),
      ];
    }),
    {
      path: '/libraries/:id',
      only: 'v2',
      needs: ['libraries-read', 'series-read', 'books-read'],
      async load(caller, _query, { id = '' }) {
        const { name } = await libraries.get(id);
        return shelvesFeed(
          caller,
          { shelves: narrowable, bookShelves },
          { title: name, feedPath: { path: `/libraries/${id}` }, library: id },
        );
      },
    },
  ];
};
