import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import type { Book, BookFormat } from '../../../shared/api/book-record.ts';
import type {
  BookMetadata,
  BookSearchSort,
  FullBook,
  ReadingSort,
} from '../../../shared/api/books.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Letters, PageRequest } from '../../../shared/schemas.ts';
import type { RowFilter } from '../../database/condition-sql.ts';
import type { Found, JsonText, Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import { emptyBookMetadata } from '../../media/metadata.ts';
import type { Content } from '../../http/content.ts';
import { isBookType } from '../../media/formats/open-book.ts';
import { fromSystemError, MediaError } from '../../media/media-error.ts';
import { fileTypeOf } from '../../media/media-type.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { openRegular } from '../../media/regular-file.ts';
import { mediaFailure } from '../media-failure.ts';
import { requireProgressFor } from '../reading-filter.ts';
import { folderFile } from './folder-file.ts';
import type { BookView } from './record-sql.ts';
import type { BooksStore } from './store.ts';

/** The query of every list of books; `read_at` sorts only the lists about reading. */
export interface BookQuery extends PageRequest<ReadingSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

export type BookWithMetadata = Book & { metadata: BookMetadata };

export interface BooksService {
  /** Present books. */
  list(caller: Caller, query: BookQuery): Listing<Book>;
  /** Those of `list` that match a filter and a search. */
  find(caller: Caller, query: PageRequest<BookSearchSort>, filter: RowFilter): Found<Book>;
  /** Only the ids of these. */
  ids(caller: Caller, query: PageRequest<BookSearchSort>, filter: RowFilter): Found<string>;
  /** How many of these begin with each letter. */
  letters(caller: Caller, filter: RowFilter): JsonText<Letters> | Promise<JsonText<Letters>>;
  /** Ids of the first `most` of them by title. */
  matching(caller: Caller, filter: RowFilter, most: number): string[] | Promise<string[]>;
  /** Throws NotFound for an unknown series. */
  ofSeries(caller: Caller, seriesId: string, query: BookQuery): Listing<Book>;
  /** Books right in a folder of a library. */
  inFolder(caller: Caller, libraryId: string, query: BookQuery & { folder: string }): Listing<Book>;
  /** Begun and not completed, the last read first. */
  inProgress(caller: Caller, query: BookQuery): Listing<Book>;
  /** Begun or completed, the last read first. */
  recentlyRead(caller: Caller, query: BookQuery): Listing<Book>;
  /** The next unread book of each series with a completed one and none being read. */
  onDeck(caller: Caller, query: BookQuery): Listing<Book>;
  /** Also answers for a missing book. */
  get(caller: Caller, id: string): FullBook;
  /** The records of present or missing books by their id; unknown ids are left out. */
  records(caller: Caller, ids: readonly string[]): Map<string, Book>;
  /** The same with metadata, in the order of the ids. */
  fullRecords(caller: Caller, ids: readonly string[]): BookWithMetadata[];
  /** The file as it lies on disk, a folder as an archive. Throws NotFound while it is not there. */
  file(id: string): Promise<Content>;
  /** Absolute path of its file, whether that is there or not; null for an unknown book. */
  path(id: string): string | null;
  /** Starts the task that reads the file again. */
  analyze(id: string): { task_id: string };
}

interface BooksServiceOptions {
  store: BooksStore;
  /** `store.find`, here or in another thread. */
  find: (...input: Parameters<BooksStore['find']>) => Found<Book>;
  ids: (...input: Parameters<BooksStore['ids']>) => Found<string>;
  letters: (
    ...input: Parameters<BooksStore['letters']>
  ) => JsonText<Letters> | Promise<JsonText<Letters>>;
  matching: (...input: Parameters<BooksStore['matching']>) => string[] | Promise<string[]>;
  gate: Pick<ReadGate, 'run'>;
  startAnalysis: (scope: { book_id: string }) => { task_id: string };
}

export const createBooksService = ({
  store,
  find,
  ids,
  letters,
  matching,
  gate,
  startAnalysis,
}: BooksServiceOptions): BooksService => ({
  list: (caller, query) => store.list(viewOf(caller), query),
  find: (caller, query, filter) => {
    requireProgressFor(caller, filter.condition);
    return find(viewOf(caller), query, filter);
  },
  ids: (caller, query, filter) => {
    requireProgressFor(caller, filter.condition);
    return ids(viewOf(caller), query, filter);
  },
  letters: (caller, filter) => {
    requireProgressFor(caller, filter.condition);
    return letters(viewOf(caller), { field: 'title', direction: 'asc' }, filter);
  },
  matching: (caller, filter, most) => {
    requireProgressFor(caller, filter.condition);
    return matching(viewOf(caller), most, filter);
  },
  ofSeries: (caller, seriesId, query) => {
    if (!store.hasSeries(seriesId)) throw notFound('Series', seriesId);
    return store.list(viewOf(caller), { ...query, series_id: seriesId });
  },
  inFolder: (caller, libraryId, { folder, ...query }) =>
    store.inFolder(viewOf(caller), { ...query, library_id: libraryId }, folder),
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
      previous_id: row.previous_id,
      next_id: row.next_id,
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
    return row ? join(row.library_path, ...row.path.split('/')) : null;
  },
  file: async (id) => {
    const row = store.file(id);
    if (!row) throw notFound('Book', id);
    const path = join(row.library_path, ...row.path.split('/'));
    const file = await gate.run(row.library_path, () => stat(path).catch(() => null));
    if (!file) {
      throw new AppError('NotFound', `The file of book ${id} is not on the disk any more`);
    }
    if (file.isDirectory()) {
      try {
        return await folderFile(path, row.filename);
      } catch (error) {
        throw mediaFailure(fromSystemError(error), id);
      }
    }
    try {
      await gate.run(row.library_path, () => refuseOthers(path, row.error !== null));
    } catch (error) {
      throw mediaFailure(error instanceof AppError ? error : fromSystemError(error), id);
    }
    return {
      media_type: mediaTypes[row.format],
      etag: `${file.size.toString(36)}-${Math.round(file.mtimeMs).toString(36)}`,
      body: { path, size: file.size },
      last_modified: file.mtime,
      download_name: row.filename,
    };
  },
  analyze: (id) => {
    if (!store.file(id)) throw notFound('Book', id);
    return startAnalysis({ book_id: id });
  },
});

/** What the caller may see of a record beyond what everyone sees. */
/** Throws MediaError for what is no book. Of one that could not be read the first bytes say whether it is one. */
const refuseOthers = async (path: string, isDoubtful: boolean): Promise<void> => {
  const handle = await openRegular(path);
  try {
    if (!isDoubtful) return;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    if (!isBookType(fileTypeOf(buffer.subarray(0, bytesRead)))) throw noBook();
  } finally {
    await handle.close();
  }
};
const noBook = () =>
  new MediaError(
    'wrong_type',
    'The content of this file is not that of a book, so it is not sent.',
  );

const viewOf = ({ user_pk, permissions }: Caller): BookView => ({
  user_pk: permissions.has('progress-read') ? user_pk : null,
  separator: permissions.has('libraries-write') ? sep : null,
});

/** What the file of each format is sent as; a folder is sent as an archive. */
export const mediaTypes: Record<BookFormat, string> = {
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  cbt: 'application/x-cbt',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  folder: 'application/vnd.comicbook+zip',
};
