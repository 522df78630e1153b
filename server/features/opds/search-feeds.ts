import type { Caller } from '../../http/api/caller.ts';
import type { FeedQuery } from './feed-query.ts';
import type { FeedSource, ShelfServices } from './types.ts';
import { countLabel, seriesEntry } from './entries.ts';
import type { FeedEntry, OpdsFeed } from './feed.ts';
import { acquisitionFeed, navigationFeed } from './listing.ts';
import { groupSize } from './root-feed.ts';

/** Series results first, with a link to the book results, because a feed holds one kind of item. */
export const searchFeeds = ({ books, series }: ShelfServices): FeedSource[] => {
  const foundBooks = (caller: Caller, { query, page }: FeedQuery, size?: number) =>
    acquisitionFeed(
      {
        title: `Books: ${query}`,
        feedPath: { path: '/search/books', query: { query } },
        page,
        ...(size === undefined ? {} : { size }),
      },
      (request) => books.find(caller, { ...request, sort: byRelevance }, { fullTextSearch: query }),
      (id) => books.get(caller, id),
    );
  const foundSeries = (caller: Caller, { query, page }: FeedQuery) =>
    navigationFeed(
      { title: `Search: ${query}`, feedPath: { path: '/search', query: { query } }, page },
      (request) =>
        caller.permissions.has('series-read')
          ? series.find(caller, { ...request, sort: byRelevance }, { fullTextSearch: query })
          : { data: [], total: 0 },
      seriesEntry,
    );
  return [
    {
      path: '/search',
      needs: ['books-read'],
      async load(caller, request) {
        const feed = await foundSeries(caller, request);
        if (request.page > 1) return feed;
        const found = await foundBooks(caller, request, groupSize);
        if (found.books.length === 0) return feed;
        const entries = [foundEntry(found, request.query), ...feed.entries];
        return { ...feed, entries, groups: () => Promise.resolve([found]) };
      },
    },
    {
      path: '/search/books',
      needs: ['books-read'],
      load: (caller, query) => foundBooks(caller, query),
    },
  ];
};

const foundEntry = ({ title, feedPath, paging }: OpdsFeed, query: string): FeedEntry => ({
  id: `urn:octavo:catalog${feedPath.path}:${encodeURIComponent(query)}`,
  title,
  summary: countLabel(paging?.total ?? 0, 'book'),
  feedPath,
  kind: 'acquisition',
  updated: null,
  cover: null,
  count: paging?.total ?? null,
});

const byRelevance = { field: 'relevance', direction: 'desc' } as const;
