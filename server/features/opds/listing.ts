import type { Book } from '../../../shared/api/book-record.ts';
import type { FullBook } from '../../../shared/api/books.ts';
import { AppError } from '../../../shared/errors.ts';
import { itemsOf, type MaybeListPage } from '../../database/json.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { FeedEntry, OpdsFeed, FeedPath } from './feed.ts';

const feedSize = 50;

/** Title, path and requested page of a feed. */
interface Heading {
  title: string;
  feedPath: FeedPath;
  page: number;
  /** Maximum items per page. */
  size?: number;
}

type List<T> = (request: { page: number; pageSize: number }) => MaybeListPage<T>;

/** A page of navigation entries. Throws NotFound for a page after the last one. */
export const navigationFeed = async <T>(
  heading: Heading,
  list: List<T>,
  toEntry: (item: T) => FeedEntry,
): Promise<OpdsFeed> => {
  const { items, feed } = await pageOf(heading, list);
  return { ...feed, kind: 'navigation', entries: items.map(toEntry) };
};

/** A page of books with full metadata. Throws like `navigationFeed`. */
export const acquisitionFeed = async (
  heading: Heading,
  list: List<Book>,
  toFull: (id: string) => FullBook,
): Promise<OpdsFeed> => {
  const { items, feed } = await pageOf(heading, list);
  return { ...feed, kind: 'acquisition', books: items.map(({ id }) => toFull(id)) };
};

/**
 * Title and path of a root feed, restricted to one library if given. Throws NotFound for an unknown
 * one.
 */
export const headingOf = async (
  libraries: Pick<LibrariesService, 'get'>,
  { path, title }: { path: string; title: string },
  library: string | undefined,
): Promise<{ title: string; feedPath: FeedPath }> =>
  library === undefined
    ? { title, feedPath: { path } }
    : {
        title: `${(await libraries.get(library)).name}: ${title}`,
        feedPath: { path, query: { library } },
      };

const pageOf = async <T>({ title, feedPath, page, size = feedSize }: Heading, list: List<T>) => {
  const listing = await list({ page, pageSize: size });
  const { total } = listing;
  const last = Math.max(1, Math.ceil(total / size));
  if (page > last) {
    throw new AppError('NotFound', `There is no page ${page} here; the last one is ${last}`);
  }
  const paging = { page, pageSize: size, total };
  return {
    items: itemsOf(listing),
    feed: { title, feedPath, paging, entries: [], books: [], facets: [] },
  };
};
