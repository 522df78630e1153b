import type { FullBook } from '../../../shared/api/books.ts';
import type { PagesService } from '../pages/service.ts';

/** A place in the catalogue, below the root of its version: `/series?library=…`. A list repeats its name. */
export interface Place {
  path: string;
  query?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export type FeedKind = 'navigation' | 'acquisition';

/** Something that leads to another feed. */
export interface Entry {
  /** A URN. */
  id: string;
  title: string;
  summary: string;
  place: Place;
  kind: FeedKind;
  /** ISO 8601; null where that is a matter of the moment. */
  updated: string | null;
  /** The path of what has the cover that is shown. */
  cover: string | null;
  /** How many things are there, where that is known. */
  count: number | null;
}

export interface FacetGroup {
  title: string;
  facets: { title: string; place: Place; active: boolean; count: number | null }[];
}

interface Paging {
  /** 1-indexed. */
  page: number;
  pageSize: number;
  total: number;
}

/** One page of the catalogue, in no version of the format: OPDS 1.2 and 2.0 are both written from it. */
export interface Feed {
  place: Place;
  title: string;
  /** Entries lead on, books are to be read. */
  kind: FeedKind;
  entries: Entry[];
  books: FullBook[];
  facets: FacetGroup[];
  paging: Paging | null;
  /** The beginnings of other feeds, for those who show several at once. */
  groups?: () => Promise<Feed[]>;
}

type StoredPagesSource = Pick<PagesService, 'stored'>;

/** A feed or a link is written for somebody. */
export interface Writing {
  /** `/opds/v2`, below which all places are. */
  root: string;
  /** Whether pages may be read one by one, progress read and sent, and books searched. */
  mayRead: boolean;
  mayKeepProgress: boolean;
  maySearch: boolean;
  /** The cover of `/books/…` or `/series/…`, at an address that needs no credentials; null without a cover. */
  coverUrl: (path: string) => Promise<string | null>;
  /** Whether the book can be read image by image. */
  hasPageImages: (book: FullBook) => Promise<boolean>;
  /** ISO 8601. */
  now: string;
}

export const urlOf = (root: string, { path, query = {} }: Place): string => {
  const given = Object.entries(query).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const search = new URLSearchParams(given).toString();
  return `${root}${path}${search === '' ? '' : `?${search}`}`;
};

/** The pages around this one, by the names that both versions have for the links. */
export const pageLinks = ({ place, paging }: Feed): { rel: string; place: Place }[] => {
  if (!paging) return [];
  const { page, pageSize, total } = paging;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const at = (rel: string, number: number) => ({
    rel,
    place: { path: place.path, query: { ...place.query, page: String(number) } },
  });
  return [
    at('first', 1),
    ...(page > 1 ? [at('previous', page - 1)] : []),
    ...(page < last ? [at('next', page + 1)] : []),
    at('last', last),
  ];
};

/** With the file's name at its end: there are programs that go by nothing else. */
export const filePlace = ({ id, filename, format }: FullBook): string =>
  `/books/${id}/file/${encodeURIComponent(format === 'folder' ? `${filename}.cbz` : filename)}`;

/** Whether a book can be read image by image; false for an EPUB until it was analysed. */
export const hasPageImages = async (book: FullBook, pages: StoredPagesSource): Promise<boolean> => {
  if (!mayHavePageImages(book)) return false;
  // Pages of a fixed layout may be texts.
  return book.format !== 'epub' || (await pages.stored(book.id)).pages[0]?.source !== 'text';
};

const mayHavePageImages = ({ format, page_count, error, metadata }: FullBook): boolean =>
  error === null && page_count > 0 && (format !== 'epub' || metadata.layout === 'fixed');
