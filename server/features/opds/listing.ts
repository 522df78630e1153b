import type { Book } from '../../../shared/api/book-record.ts';
import type { FullBook } from '../../../shared/api/books.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Found, Listing } from '../../database/json.ts';
import type { LibrariesService } from '../libraries/service.ts';
import type { Entry, Feed, Place } from './feed.ts';

const feedSize = 50;

/** What a feed is called, where it is, and which of its pages is wanted. */
interface Heading {
  title: string;
  place: Place;
  page: number;
  /** Most things on a page. */
  size?: number;
}

type List<T> = (request: { page: number; pageSize: number }) => Found<T>;

/** A page of things that lead on. Throws NotFound for a page behind the last one. */
export const navigationFeed = async <T>(
  heading: Heading,
  list: List<T>,
  toEntry: (item: T) => Entry,
): Promise<Feed> => {
  const { items, feed } = await pageOf(heading, list);
  return { ...feed, kind: 'navigation', entries: items.map(toEntry) };
};

/** A page of books, with all that is known of each. Throws as `navigationFeed`. */
export const acquisitionFeed = async (
  heading: Heading,
  list: List<Book>,
  toFull: (id: string) => FullBook,
): Promise<Feed> => {
  const { items, feed } = await pageOf(heading, list);
  return { ...feed, kind: 'acquisition', books: items.map(({ id }) => toFull(id)) };
};

/** Title and place of a shelf, or of that part of it that is in one library. Throws NotFound for an unknown one. */
export const headingOf = async (
  libraries: Pick<LibrariesService, 'get'>,
  { path, title }: { path: string; title: string },
  library: string | undefined,
): Promise<{ title: string; place: Place }> =>
  library === undefined
    ? { title, place: { path } }
    : {
        title: `${(await libraries.get(library)).name}: ${title}`,
        place: { path, query: { library } },
      };

export const rows = <T>({ data }: Listing<T>): T[] =>
  Array.isArray(data) ? data : (JSON.parse(data.json) as T[]);

const pageOf = async <T>({ title, place, page, size = feedSize }: Heading, list: List<T>) => {
  const listing = await list({ page, pageSize: size });
  const { total } = listing;
  const last = Math.max(1, Math.ceil(total / size));
  if (page > last) {
    throw new AppError('NotFound', `There is no page ${page} here; the last one is ${last}`);
  }
  const paging = { page, pageSize: size, total };
  return {
    items: rows(listing),
    feed: { title, place, paging, entries: [], books: [], facets: [] },
  };
};
