import { stat } from 'node:fs/promises';
import { extname, sep } from 'node:path';

import {
  type Book,
  type BookFormat,
  isDerived,
  type CompactBook,
} from '../../../shared/api/book-record.ts';
import type {
  BookMetadata,
  BookSearchSort,
  FullBook,
  OtherFormat,
} from '../../../shared/api/books.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Letters, PageRequest } from '../../../shared/schemas.ts';
import type { RowFilter } from '../../database/condition-types.ts';
import type { JsonText, ListPage, MaybeListPage } from '../../database/json.ts';
import { type Caller, seesFolders } from '../../http/api/caller.ts';
import { fileContent, type Content } from '../../http/api/content.ts';
import { openFileOf, refuseNoBook } from '../../media/file-reads.ts';
import { withoutBookExtension } from '../../media/formats/format-of.ts';
import { fromSystemError } from '../../media/media-error.ts';
import { emptyBookMetadata } from '../../media/metadata.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { mediaErrorToAppError, missingFile } from '../media-error.ts';
import { requireFilterPermissions } from '../filters/filter-permissions.ts';
import type { AddedDays } from './added-days.ts';
import { folderFile } from './folder-file.ts';
import type { CompactQuery } from './compact-books.ts';
import type { BookView } from './record-sql.ts';
import type { BooksStore } from './store.ts';
import type { BookQuery } from './types.ts';

export type BookWithMetadata = Book & { metadata: BookMetadata };

export interface BooksService {
  /** Present books. */
  list(caller: Caller, query: BookQuery): ListPage<Book>;
  /** Like `list`, with a filter and a search. */
  find(caller: Caller, query: PageRequest<BookSearchSort>, filter: RowFilter): MaybeListPage<Book>;
  /** The ids of the books that `find` returns. */
  ids(caller: Caller, query: PageRequest<BookSearchSort>, filter: RowFilter): MaybeListPage<string>;
  /** How many of these books start with each letter. */
  letters(caller: Caller, filter: RowFilter): JsonText<Letters> | Promise<JsonText<Letters>>;
  /** Ids of the first `most` of these books, by title. */
  matching(caller: Caller, filter: RowFilter, most: number): string[] | Promise<string[]>;
  /** Throws NotFound for an unknown series. */
  ofSeries(caller: Caller, seriesId: string, query: BookQuery): ListPage<Book>;
  /** Compact records of the same books in reading order. */
  compact(
    caller: Caller,
    seriesId: string,
    query: Omit<CompactQuery, 'series_id'>,
  ): MaybeListPage<CompactBook>;
  /** Books directly in a folder of a library. */
  inFolder(
    caller: Caller,
    libraryId: string,
    query: BookQuery & { folder: string },
  ): ListPage<Book>;
  /** The days on which books were added; none for an unknown library. */
  addedDays: AddedDays;
  /** Started and not completed, most recently read first. */
  inProgress(caller: Caller, query: BookQuery): ListPage<Book>;
  /** Started or completed, most recently read first. */
  recentlyRead(caller: Caller, query: BookQuery): ListPage<Book>;
  /** The next unread book of each series with a completed book and none in progress. */
  onDeck(caller: Caller, query: BookQuery): ListPage<Book>;
  /** Includes missing books. */
  get(caller: Caller, id: string): FullBook;
  /** Records by id, including missing books; unknown ids are left out. */
  records(caller: Caller, ids: readonly string[]): Map<string, Book>;
  /** Full records with metadata, in the order of the ids. */
  fullRecords(caller: Caller, ids: readonly string[]): BookWithMetadata[];
  /** The book's file; a folder is sent as an archive. Throws NotFound while the file is missing. */
  file(id: string): Promise<Content>;
  /**
   * As `file`, but the EPUB of a book that Octavo reads through one, for apps that read no other texts.
   * Throws UnprocessableContent if it cannot be made.
   */
  readable(id: string): Promise<Content>;
  /** Absolute path of the file, whether it exists or not; null for an unknown book. */
  path(id: string): string | null;
  /** Starts a task that re-analyses the file. */
  analyze(id: string): { task_id: string };
}

interface BooksServiceOptions {
  store: BooksStore;
  /** `store.find`, inline or in the query worker. */
  find: (...input: Parameters<BooksStore['find']>) => MaybeListPage<Book>;
  ids: (...input: Parameters<BooksStore['ids']>) => MaybeListPage<string>;
  letters: (
    ...input: Parameters<BooksStore['letters']>
  ) => JsonText<Letters> | Promise<JsonText<Letters>>;
  matching: (...input: Parameters<BooksStore['matching']>) => string[] | Promise<string[]>;
  compact: (...input: Parameters<BooksStore['compact']>) => MaybeListPage<CompactBook>;
  gate: Pick<ReadGate, 'run' | 'close'>;
  /** The EPUB made from a file. */
  epubOf: PageSource['epubOf'];
  startAnalysis: (scope: { book_id: string }) => { task_id: string };
  /** Files of the book in other formats. */
  formatsOf?: (id: string) => OtherFormat[];
}

export const createBooksService = ({
  store,
  find,
  ids,
  letters,
  matching,
  compact,
  gate,
  epubOf,
  startAnalysis,
  formatsOf = () => [],
}: BooksServiceOptions): BooksService => {
  const file = async (id: string): Promise<Content> => {
    const row = store.file(id);
    if (!row) throw notFound('Book', id);
    const path = pathInLibrary(row);
    const file = await gate.run(row.library_path, () => stat(path).catch(() => null));
    if (!file) throw await missingFile(row.library_path);
    if (file.isDirectory()) {
      try {
        const folder = { path, volume: row.library_path, name: row.filename };
        return await folderFile(gate, folder, (hash) => store.rememberDocument(id, hash));
      } catch (error) {
        const cause = error instanceof AppError ? error : fromSystemError(error);
        throw await mediaErrorToAppError(cause, row.library_path);
      }
    }
    return fileContent(path, file, {
      media_type: mediaTypeOf(row.format, row.filename),
      download_name: row.filename,
      open: () => openFileOf(gate, row.library_path, path, refuseNoBook(row.error === null)),
    });
  };
  const known = (seriesId: string): string => {
    if (!store.hasSeries(seriesId)) throw notFound('Series', seriesId);
    return seriesId;
  };
  return {
    list: (caller, query) => store.list(viewOf(caller), query),
    find: (caller, query, filter) => {
      requireFilterPermissions(caller, filter.condition);
      return find(viewOf(caller), query, filter);
    },
    ids: (caller, query, filter) => {
      requireFilterPermissions(caller, filter.condition);
      return ids(viewOf(caller), query, filter);
    },
    letters: (caller, filter) => {
      requireFilterPermissions(caller, filter.condition);
      return letters(viewOf(caller), { field: 'title', direction: 'asc' }, filter);
    },
    matching: (caller, filter, most) => {
      requireFilterPermissions(caller, filter.condition);
      return matching(viewOf(caller), most, filter);
    },
    ofSeries: (caller, seriesId, query) =>
      store.list(viewOf(caller), { ...query, series_id: known(seriesId) }),
    compact: (caller, seriesId, query) =>
      compact(viewOf(caller), { ...query, series_id: known(seriesId) }),
    inFolder: (caller, libraryId, { folder, ...query }) =>
      store.inFolder(viewOf(caller), { ...query, library_id: libraryId }, folder),
    addedDays: (query) => store.addedDays(query),
    inProgress: (caller, query) => store.read(viewOf(caller), query, 'in_progress'),
    recentlyRead: (caller, query) => store.read(viewOf(caller), query, 'any'),
    onDeck: (caller, query) => store.onDeck(viewOf(caller), query),
    get: (caller, id) => {
      const row = store.get(viewOf(caller), id);
      if (!row) throw notFound('Book', id);
      const book = JSON.parse(row.record) as Book;
      const metadata = JSON.parse(row.metadata) as Partial<BookMetadata>;
      return {
        ...book,
        metadata: { ...emptyBookMetadata, summary: book.summary, ...metadata },
        note: row.note,
        other_formats: formatsOf(id),
        checked_at: row.checked_at,
        good_at: row.good_at,
        previous_id: row.previous_id,
        next_id: row.next_id,
        previous_readable_id: row.previous_readable_id,
        next_readable_id: row.next_readable_id,
      };
    },
    records: (caller, ids) =>
      new Map(store.records(viewOf(caller), ids).map((book) => [book.id, book])),
    fullRecords: (caller, ids) =>
      store.recordsWithMetadata(viewOf(caller), ids).map(([book, metadata]) => ({
        ...book,
        metadata: { ...emptyBookMetadata, summary: book.summary, ...metadata },
      })),
    path: (id) => {
      const row = store.file(id);
      return row ? pathInLibrary(row) : null;
    },
    file,
    readable: async (id) => {
      const row = store.file(id);
      if (!row || !isDerived(row.format)) return file(id);
      const path = pathInLibrary(row);
      try {
        const epub = await epubOf(path);
        return fileContent(epub, await stat(epub), {
          media_type: mediaTypes.epub,
          download_name: epubName(row.filename),
        });
      } catch (error) {
        throw await mediaErrorToAppError(error, row.library_path);
      }
    },
    analyze: (id) => {
      if (!store.file(id)) throw notFound('Book', id);
      return startAnalysis({ book_id: id });
    },
  };
};

/** Formats that have another content type with some extensions. */
const typesByExtension: Partial<Record<BookFormat, Partial<Record<string, string>>>> = {
  mobi: { '.azw': 'application/vnd.amazon.ebook', '.azw3': 'application/x-mobi8-ebook' },
  fb2: {
    '.zip': 'application/x-zip-compressed-fb2',
    '.fbz': 'application/x-zip-compressed-fb2',
  },
};

/** The content type of a book's file. */
export const mediaTypeOf = (format: BookFormat, filename: string): string =>
  typesByExtension[format]?.[extname(filename).toLowerCase()] ?? mediaTypes[format];

/** The name of the EPUB made from a file. */
export const epubName = (filename: string): string => `${withoutBookExtension(filename)}.epub`;

/** Which optional parts of a record the caller can see. */
const viewOf = ({ user_pk, permissions }: Caller): BookView => ({
  user_pk: permissions.has('progress-read') ? user_pk : null,
  separator: seesFolders({ permissions }) ? sep : null,
});

/** The content type of each format; a folder is sent as an archive. */
const mediaTypes: Record<BookFormat, string> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  epub: 'application/epub+zip',
  mobi: 'application/x-mobipocket-ebook',
  fb2: 'application/x-fictionbook+xml',
  pdf: 'application/pdf',
  folder: 'application/vnd.comicbook+zip',
};
