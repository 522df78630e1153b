import type { Book } from '../../../shared/api/book-record.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { FeedQuery } from './feed-query.ts';
import type { ShelfServices, FeedLabel, RootFeed, BookRootFeed } from './types.ts';
import {
  collectionEntry,
  creatorEntry,
  libraryEntry,
  publisherEntry,
  readListEntry,
  seriesEntry,
} from './entries.ts';
import type { OpdsFeed, FeedPath } from './feed.ts';
import { acquisitionFeed, headingOf, navigationFeed } from './listing.ts';
import { allBooks, allSeries, seriesByLetter } from './filtered-feeds.ts';

interface PageOf {
  page: number;
  pageSize: number;
}

export const createBookRootFeeds = ({ books, libraries }: ShelfServices): BookRootFeed[] => {
  const shelf = (
    label: FeedLabel & Pick<RootFeed, 'needs' | 'aliases'>,
    list: (caller: Caller, request: PageOf & { library_id: string | undefined }) => ListPage<Book>,
  ): BookRootFeed => {
    const feed = async (
      caller: Caller,
      { library, ...page }: { page: number; size?: number; library: string | undefined },
    ) =>
      acquisitionFeed(
        { ...(await headingOf(libraries, label, library)), ...page },
        (request) => list(caller, { ...request, library_id: library }),
        (id) => books.get(caller, id),
      );
    return {
      ...label,
      kind: 'acquisition',
      load: (caller, { page, library }) => feed(caller, { page, library }),
      first: (caller, size, library) => feed(caller, { page: 1, size, library }),
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
        aliases: ['/ondeck'],
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

export const createRootFeeds = (services: ShelfServices): RootFeed[] => {
  const { series, libraries, collections, readLists, creators, publishers } = services;
  const seriesShelf = (label: FeedLabel, field: 'date_added' | 'date_updated'): RootFeed => ({
    ...label,
    needs: ['series-read', 'books-read'],
    kind: 'navigation',
    load: async (caller, { page, library }) =>
      navigationFeed(
        { ...(await headingOf(libraries, label, library)), page },
        (request) => series.list(caller, { ...request, sort: lately(field), library_id: library }),
        seriesEntry,
      ),
  });
  /** Lists that are visible to everybody, by name. */
  const listShelf = (
    label: FeedLabel & Pick<RootFeed, 'needs' | 'aliases'>,
    load: (
      heading: { title: string; feedPath: FeedPath; page: number },
      query: FeedQuery,
    ) => Promise<OpdsFeed>,
  ): RootFeed => ({
    ...label,
    kind: 'navigation',
    load: async (_caller, query) => {
      const { library, page } = query;
      return load({ ...(await headingOf(libraries, label, library)), page }, query);
    },
  });
  const listed = (request: PageOf, { library }: FeedQuery) => ({
    ...request,
    sort: byName,
    ...(library === undefined ? {} : { library_ids: [library] }),
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
    seriesByLetter(services),
    allBooks(services),
    listShelf(
      {
        path: '/libraries',
        title: 'Libraries',
        summary: 'What is in one library',
        needs: ['libraries-read', 'series-read', 'books-read'],
      },
      ({ title, page }) =>
        navigationFeed(
          { title, page, feedPath: { path: '/libraries' } },
          (request) => libraries.list({ ...request, sort: byName }),
          libraryEntry,
        ),
    ),
    listShelf(
      {
        path: '/collections',
        title: 'Collections',
        summary: 'Series that somebody put together',
        needs: ['collections-read', 'series-read', 'books-read'],
      },
      (heading, query) =>
        navigationFeed(
          heading,
          (request) => collections.list(listed(request, query)),
          collectionEntry,
        ),
    ),
    listShelf(
      {
        path: '/read-lists',
        aliases: ['/readlists'],
        title: 'Reading lists',
        summary: 'Books of several series in the order to read them',
        needs: ['read-lists-read', 'books-read'],
      },
      (heading, query) =>
        navigationFeed(heading, (request) => readLists.list(listed(request, query)), readListEntry),
    ),
    listShelf(
      {
        path: '/creators',
        aliases: ['/authors'],
        title: 'Authors and artists',
        summary: 'The books of one creator',
        needs: ['series-read', 'books-read'],
      },
      (heading, { library }) =>
        navigationFeed(
          heading,
          (request) => creators.list({ ...request, sort: byName, library_id: library }),
          (creator) => creatorEntry(creator, library),
        ),
    ),
    listShelf(
      {
        path: '/publishers',
        title: 'Publishers',
        summary: 'The series of one publisher',
        needs: ['series-read', 'books-read'],
      },
      (heading, { library }) =>
        navigationFeed(
          heading,
          (request) => publishers({ ...request, sort: byValue, library_id: library }),
          (publisher) => publisherEntry(publisher, library),
        ),
    ),
  ];
};

const byName = { field: 'name', direction: 'asc' } as const;
const byValue = { field: 'value', direction: 'asc' } as const;
const lately = <Field extends string>(field: Field) => ({ field, direction: 'desc' as const });
