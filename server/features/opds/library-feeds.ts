import type { FeedSource } from './feeds.ts';
import { shelvesFeed, type Shelves } from './root-feed.ts';
import type { ShelfServices } from './shelves.ts';

/**
 * The feeds of one library, under Komga's paths: `/libraries/{id}/books/latest`. The same paths
 * without an id cover all libraries. In 1.2 the library path itself lists its series, as in Komga.
 */
export const libraryFeeds = ({
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
          { title: name, place: { path: `/libraries/${id}` }, library: id },
        );
      },
    },
  ];
};
