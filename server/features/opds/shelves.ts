import type { Book } from '../../../shared/api/book-record.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import type { SeriesService } from '../series/service.ts';
import type { FeedSource } from './catalog.ts';
import { collectionEntry, libraryEntry, readListEntry, seriesEntry } from './entries.ts';
import type { Feed, FeedKind } from './feed.ts';
import { acquisitionFeed, navigationFeed } from './listing.ts';
import { allBooks, allSeries, seriesByLetter } from './narrowed-shelves.ts';

/** The services that the catalogue is made of. */
export interface ShelfServices {
  books: Pick<BooksService, 'get' | 'list' | 'find' | 'ofSeries' | 'inProgress' | 'onDeck'>;
  series: Pick<SeriesService, 'get' | 'list' | 'find'>;
  libraries: Pick<LibrariesService, 'list' | 'get'>;
  collections: Pick<CollectionsService, 'list' | 'get' | 'series'>;
  readLists: Pick<ReadListsService, 'list' | 'get' | 'books'>;
}

interface Label {
  path: string;
  title: string;
  summary: string;
}

/** A feed that the root leads to. */
export interface Shelf extends FeedSource, Label {
  needs: readonly [Permission, ...Permission[]];
  kind: FeedKind;
}

/** A shelf whose beginning is also shown at the root. */
interface BookShelf extends Shelf {
  first(caller: Caller, size: number): Promise<Feed>;
}

export const createBookShelves = ({ books }: ShelfServices): BookShelf[] => {
  const shelf = (
    label: Label & Pick<Shelf, 'needs'>,
    list: (caller: Caller, request: { page: number; pageSize: number }) => Listing<Book>,
  ): BookShelf => {
    const feed = (caller: Caller, page: { page: number; size?: number }) =>
      acquisitionFeed(
        { title: label.title, place: { path: label.path }, ...page },
        (request) => list(caller, request),
        (id) => books.get(caller, id),
      );
    return {
      ...label,
      kind: 'acquisition',
      load: (caller, { page }) => feed(caller, { page }),
      first: (caller, size) => feed(caller, { page: 1, size }),
    };
  };
  return [
    shelf(
      {
        path: '/keep-reading',
        title: 'Continue reading',
        summary: 'Books that you have begun, the last one first',
        needs: ['books-read', 'progress-read'],
      },
      (caller, request) => books.inProgress(caller, { ...request, sort: lately('read_at') }),
    ),
    shelf(
      {
        path: '/on-deck',
        title: 'On deck',
        summary: 'The next book of each series that you are reading',
        needs: ['books-read', 'progress-read'],
      },
      (caller, request) => books.onDeck(caller, { ...request, sort: lately('read_at') }),
    ),
    shelf(
      {
        path: '/books/latest',
        title: 'Recently added books',
        summary: 'All books, the newest first',
        needs: ['books-read'],
      },
      (caller, request) => books.list(caller, { ...request, sort: lately('created_at') }),
    ),
  ];
};

export const createShelves = (services: ShelfServices): Shelf[] => {
  const { series, libraries, collections, readLists } = services;
  const seriesShelf = (label: Label, field: 'date_added' | 'date_updated'): Shelf => ({
    ...label,
    needs: ['series-read'],
    kind: 'navigation',
    load: (caller, { page }) =>
      navigationFeed(
        { title: label.title, place: { path: label.path }, page },
        (request) => series.list(caller, { ...request, sort: lately(field) }),
        seriesEntry,
      ),
  });
  /** Lists that are there for everybody, by name. */
  const listShelf = (
    label: Label & Pick<Shelf, 'needs'>,
    load: (heading: { title: string; place: Label; page: number }) => Promise<Feed>,
  ): Shelf => ({
    ...label,
    kind: 'navigation',
    load: (_caller, { page }) => load({ title: label.title, place: label, page }),
  });

  return [
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
    allSeries(services),
    seriesByLetter,
    allBooks(services),
    listShelf(
      {
        path: '/libraries',
        title: 'Libraries',
        summary: 'The series of one library',
        needs: ['libraries-read', 'series-read'],
      },
      (heading) =>
        navigationFeed(
          heading,
          (request) => libraries.list({ ...request, sort: byName }),
          libraryEntry,
        ),
    ),
    listShelf(
      {
        path: '/collections',
        title: 'Collections',
        summary: 'Series that somebody put together',
        needs: ['collections-read', 'series-read'],
      },
      (heading) =>
        navigationFeed(
          heading,
          (request) => collections.list({ ...request, sort: byName }),
          collectionEntry,
        ),
    ),
    listShelf(
      {
        path: '/read-lists',
        title: 'Read lists',
        summary: 'Books of several series in the order to read them',
        needs: ['read-lists-read', 'books-read'],
      },
      (heading) =>
        navigationFeed(
          heading,
          (request) => readLists.list({ ...request, sort: byName }),
          readListEntry,
        ),
    ),
  ];
};

const byName = { field: 'name', direction: 'asc' } as const;
const lately = <Field extends string>(field: Field) => ({ field, direction: 'desc' as const });
