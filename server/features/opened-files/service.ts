import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { FullBook } from '../../../shared/api/books.ts';
import type { AddOpenedFile, OpenedFile } from '../../../shared/api/opened-files.ts';
import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { Content } from '../../http/content.ts';
import { mediaTypes } from '../books/service.ts';
import { isStale, nextProgress, readAt } from '../progress/next-progress.ts';
import { addToLibrary } from './adding.ts';
import { createOpening, type Opened, type OpeningOptions } from './opening.ts';
import { bookOfFile, progressOfFile } from './record.ts';
import type { OpenedRow } from './store.ts';
import { findHome } from './where.ts';

/** Who asks, as far as it matters: only the own files are there for anybody. */
type Person = Pick<Caller, 'user_pk'>;

/** Files that are read without being in a library. Those of others are NotFound, as unknown ones are. */
export interface OpenedFilesService {
  /** Throws AppError with a sentence for the person; see `createOpening`. */
  open(userPk: number, path: string): Promise<Opened>;
  /** A file of theirs. */
  holds(person: Person, id: string): boolean;
  /** A mark in a file of theirs. */
  holdsMark(person: Person, id: string): boolean;
  get(person: Person, id: string): Promise<OpenedFile>;
  book(person: Person, id: string): FullBook;
  file(person: Person, id: string): Promise<Content>;
  /** Throws NotFound where nothing was read. */
  progress(person: Person, id: string): Progress;
  /** Throws Conflict with the stored record in `details` where the write is older than that. */
  read(person: Person, id: string, change: UpdateProgress, unmodifiedSince?: string): Progress;
  /** Brings the file into a library without overwriting anything, and has that scanned. */
  add(person: Person, id: string, what: AddOpenedFile): Promise<OpenedFile>;
}

interface OpenedFilesOptions extends OpeningOptions {
  /** Scans a library, after the scan that may be running. */
  scan: (libraryId: string) => void;
  /** Gives the places and marks of files that are books by now to these. */
  handOn: () => void;
}

export const createOpenedFilesService = (options: OpenedFilesOptions): OpenedFilesService => {
  const { store, scan, handOn, clock } = options;
  const open = createOpening(options);
  const rowOf = ({ user_pk }: Person, id: string): OpenedRow => {
    const row = store.get(id);
    if (row?.user_pk !== user_pk) throw notFound('File', id);
    return row;
  };

  const get = async (person: Person, id: string): Promise<OpenedFile> => {
    handOn();
    const row = rowOf(person, id);
    const home = await findHome(store.libraries(), row.path);
    return {
      id,
      path: row.path,
      filename: basename(row.path),
      format: row.format,
      file_size: row.file_size,
      reading_direction: row.facts.reading_direction,
      suggested_folder: folderName(row.facts.series ?? ''),
      library: home && { id: home.library.id, name: home.library.name },
      // While a place is left here, the book does not have it yet.
      book_id: row.place === null ? store.bookOf(row) : null,
    };
  };

  return {
    open: (userPk, path) => {
      handOn();
      return open(userPk, path);
    },
    holds: ({ user_pk }, id) => store.owner(id) === user_pk,
    holdsMark: ({ user_pk }, id) => store.holdsMark(user_pk, id),
    get,
    book: (person, id) => bookOfFile(rowOf(person, id)),
    file: async (person, id) => {
      const { path, format } = rowOf(person, id);
      const file = await stat(path).catch(() => null);
      if (!file) throw new AppError('NotFound', 'The file is not on the disk any more');
      return {
        media_type: mediaTypes[format],
        etag: `${file.size.toString(36)}-${Math.round(file.mtimeMs).toString(36)}`,
        body: { path, size: file.size },
        last_modified: file.mtime,
        download_name: basename(path),
      };
    },
    progress: (person, id) => {
      const progress = progressOfFile(rowOf(person, id));
      if (!progress) throw new AppError('NotFound', `File ${id} has not been begun`);
      return progress;
    },
    read: (person, id, change, unmodifiedSince) => {
      const row = rowOf(person, id);
      const stored = progressOfFile(row);
      if (stored && isStale(stored.updated_at, change.updated_at, unmodifiedSince)) {
        throw new AppError('Conflict', `The progress of file ${id} has moved on since`, {
          details: stored,
        });
      }
      const at = readAt(change.updated_at, clock());
      const place = nextProgress(stored, change, row.page_count, at);
      store.place(row.pk, place);
      return progressOfFile({ ...row, place }) as Progress;
    },
    add: async (person, id, { library_id, folder, move }) => {
      const row = rowOf(person, id);
      const library = store.libraries().find((one) => one.id === library_id);
      if (!library) throw notFound('Library', library_id);
      const home = await findHome(store.libraries(), row.path);
      if (home?.library.id !== library_id) {
        const path = await addToLibrary(row.path, { root: library.path, folder, move });
        if (move) store.move(row.pk, path);
      }
      scan(library_id);
      return get(person, id);
    },
  };
};

/** A name that every file system takes; what the file says of itself is not to be trusted. */
const folderName = (name: string): string =>
  name
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 100)
    .replace(/^[ .]+|[ .]+$/g, '');
