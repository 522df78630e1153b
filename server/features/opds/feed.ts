import { isEbook } from '../../../shared/api/book-record.ts';
import type { FullBook } from '../../../shared/api/books.ts';
import { epubName } from '../books/service.ts';
import type { PagesService } from '../pages/types.ts';

/**
 * A feed path with its query, below the root of its version: `/series?library=…`. Repeats the name
 * for a list.
 */
export interface FeedPath {
  path: string;
  query?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export type FeedKind = 'navigation' | 'acquisition';

/** A link to another feed. */
export interface FeedEntry {
  /** The entry's URN. */
  id: string;
  title: string;
  summary: string;
  feedPath: FeedPath;
  kind: FeedKind;
  /** ISO 8601; null means now. */
  updated: string | null;
  /** Path of the entity whose cover is shown. */
  cover: string | null;
  /** Number of items in the target, if known. */
  count: number | null;
}

export interface FacetGroup {
  title: string;
  facets: { title: string; feedPath: FeedPath; active: boolean; count: number | null }[];
}

interface Paging {
  /** 1-indexed. */
  page: number;
  pageSize: number;
  total: number;
}

/**
 * One page of the catalogue, independent of the format: both OPDS 1.2 and 2.0 are rendered from it.
 */
export interface OpdsFeed {
  feedPath: FeedPath;
  title: string;
  /** Entries link to feeds; books are publications. */
  kind: FeedKind;
  entries: FeedEntry[];
  books: FullBook[];
  facets: FacetGroup[];
  paging: Paging | null;
  /** Path of all books of the feed as one archive. */
  archive?: string;
  /** First items of other feeds, for clients that show several feeds at once. */
  groups?: () => Promise<OpdsFeed[]>;
}

type StoredPagesSource = Pick<PagesService, 'stored'>;

/** Context for rendering a feed or link for one request. */
export interface RenderContext {
  /** `/opds/v2`, the root of all feed paths. */
  root: string;
  /** Whether the caller can download files. */
  canDownload: boolean;
  /** Whether the caller can stream pages, sync progress and search in books. */
  canRead: boolean;
  canKeepProgress: boolean;
  canSearch: boolean;
  /** Signed cover URL for `/books/…` or `/series/…`; null without a cover. */
  coverUrl: (path: string) => Promise<string | null>;
  /** Whether the book can be read page by page as images. */
  hasPageImages: (book: FullBook) => Promise<boolean>;
  /** ISO 8601. */
  now: string;
}

export const feedUrl = (root: string, { path, query = {} }: FeedPath): string => {
  const given = Object.entries(query).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const search = new URLSearchParams(given).toString();
  return `${root}${path}${search === '' ? '' : `?${search}`}`;
};

/** Paging links, with the relation names that both versions use. */
export const feedPageLinks = ({
  feedPath,
  paging,
}: OpdsFeed): { rel: string; feedPath: FeedPath }[] => {
  if (!paging) return [];
  const { page, pageSize, total } = paging;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const linkTo = (rel: string, number: number) => ({
    rel,
    feedPath: { path: feedPath.path, query: { ...feedPath.query, page: String(number) } },
  });
  return [
    linkTo('first', 1),
    ...(page > 1 ? [linkTo('previous', page - 1)] : []),
    ...(page < last ? [linkTo('next', page + 1)] : []),
    linkTo('last', last),
  ];
};

export const acquisitionRel = 'http://opds-spec.org/acquisition';
/** The link to all books of a series or reading list. */
export const archiveType = 'application/zip';
export const archiveTitle = 'All books as one ZIP';

/** Ends with a file name, as for books. */
export const archivePath = (path: string, name: string): string =>
  `${path}/file/${encodeURIComponent(`${name}.zip`)}`;

/** Ends with the file name, because some clients recognise files by nothing else. */
export const filePath = ({ id, filename, format }: FullBook): string =>
  `/books/${id}/file/${encodeURIComponent(format === 'folder' ? `${filename}.cbz` : filename)}`;

/** The EPUB of a book that is read through one. */
export const epubPath = ({ id, filename }: FullBook): string =>
  `/books/${id}/epub/${encodeURIComponent(epubName(filename))}`;

export const progressionRel = 'http://opds-spec.org/progression';
export const progressionType = 'application/opds-progression+json';

/** The progression document of a book; null if the caller cannot keep progress in it. */
export const progressUrl = (
  { id, error }: FullBook,
  { root, canKeepProgress }: RenderContext,
): string | null => (canKeepProgress && error === null ? `${root}/books/${id}/progress` : null);

/** Whether a book can be read as images; false for a text until it has been analysed. */
export const hasPageImages = async (book: FullBook, pages: StoredPagesSource): Promise<boolean> => {
  if (!mayHavePageImages(book)) return false;
  // Fixed-layout pages can be texts.
  return !isEbook(book.format) || (await pages.stored(book.id)).pages[0]?.source !== 'text';
};

const mayHavePageImages = ({ format, page_count, error, metadata }: FullBook): boolean =>
  error === null && page_count > 0 && (!isEbook(format) || metadata.layout === 'fixed');
