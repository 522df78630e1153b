import type { Caller } from '../../http/api/caller.ts';
import type { FeedSource, BookRootFeed, RootFeed } from './types.ts';
import type { FeedEntry, OpdsFeed, FeedPath } from './feed.ts';

/** Books in each group preview. */
export const groupSize = 12;

export interface Shelves {
  shelves: readonly RootFeed[];
  /** Feeds that also get a group preview. */
  bookShelves: readonly BookRootFeed[];
}

export const rootFeed = (shelves: Shelves): FeedSource => ({
  path: '/catalog',
  needs: 'signed-in',
  load: (caller) =>
    shelvesFeed(caller, shelves, { title: 'Octavo', feedPath: { path: '/catalog' } }),
});

/** Lists the feeds that the caller can open, restricted to one library if given. */
export const shelvesFeed = (
  caller: Caller,
  { shelves, bookShelves }: Shelves,
  { title, feedPath, library }: { title: string; feedPath: FeedPath; library?: string },
): OpdsFeed => {
  const isOpen = ({ needs }: RootFeed) =>
    needs.every((permission) => caller.permissions.has(permission));
  return {
    feedPath,
    title,
    kind: 'navigation',
    entries: shelves.filter(isOpen).map((shelf) => shelfEntry(shelf, library)),
    books: [],
    facets: [],
    paging: null,
    groups: async () => {
      const open = bookShelves.filter(isOpen);
      const feeds = await Promise.all(open.map((shelf) => shelf.first(caller, groupSize, library)));
      return feeds.filter((feed) => feed.books.length > 0);
    },
  };
};

const shelfEntry = ({ path, title, summary, kind }: RootFeed, library?: string): FeedEntry => ({
  id: `urn:octavo:catalog${path}`,
  title,
  summary,
  feedPath: { path, query: { library } },
  kind,
  updated: null,
  cover: null,
  count: null,
});
