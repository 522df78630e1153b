import type { Caller } from '../../http/caller.ts';
import type { FeedSource } from './catalog.ts';
import type { Entry, Feed, Place } from './feed.ts';
import type { BookShelf, Shelf } from './shelves.ts';

/** Books of each group that is shown beside other things. */
export const groupSize = 12;

export interface Shelves {
  shelves: readonly Shelf[];
  /** Those of them whose beginnings are shown, too. */
  bookShelves: readonly BookShelf[];
}

export const rootFeed = (shelves: Shelves): FeedSource => ({
  path: '/catalog',
  needs: 'signed-in',
  load: (caller) => shelvesFeed(caller, shelves, { title: 'Octavo', place: { path: '/catalog' } }),
});

/** Leads to the shelves that the caller may open, as they are in one library where that is given. */
export const shelvesFeed = (
  caller: Caller,
  { shelves, bookShelves }: Shelves,
  { title, place, library }: { title: string; place: Place; library?: string },
): Feed => {
  const isOpen = ({ needs }: Shelf) => needs.every((one) => caller.permissions.has(one));
  return {
    place,
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

const shelfEntry = ({ path, title, summary, kind }: Shelf, library?: string): Entry => ({
  id: `urn:octavo:catalog${path}`,
  title,
  summary,
  place: { path, query: { library } },
  kind,
  updated: null,
  cover: null,
  count: null,
});
