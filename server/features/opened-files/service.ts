import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { FullBook } from '../../../shared/api/books.ts';
import type { AddOpenedFile, OpenedFile } from '../../../shared/api/opened-files.ts';
import type { UpdateProgress } from '../../../shared/api/progress.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { fileContent, type Content } from '../../http/api/content.ts';
import type { OpenedFile as LibraryFile } from '../../media/file-reads.ts';
import { mediaTypeOf } from '../books/service.ts';
import { isStale, nextProgress, readAt } from '../progress/next-progress.ts';
import { addToLibrary } from './add-to-library.ts';
import { createOpening, type OpenedItem, type OpeningOptions } from './open-file.ts';
import { bookOfFile, progressOfFile } from './file-as-book.ts';
import type { OpenedRow } from './store.ts';
import { findContainingLibrary } from './containing-library.ts';

/** The part of the caller that matters: users only see their own files. */
type Person = Pick<Caller, 'user_pk'>;

/** Files read without being in a library. Other users' files are NotFound, like unknown ones. */
export interface OpenedFilesService {
  /** Throws AppError with a message for the user; see `createOpening`. */
  open(userPk: number, path: string): Promise<OpenedItem>;
  /** Whether the file is theirs. */
  holds(person: Person, id: string): boolean;
  /** Whether the annotation is in a file of theirs. */
  holdsAnnotation(person: Person, id: string): boolean;
  get(person: Person, id: string): Promise<OpenedFile>;
  book(person: Person, id: string): FullBook;
  file(person: Person, id: string): Promise<Content>;
  /** Throws NotFound if nothing was read. */
  progress(person: Person, id: string): Progress;
  /** Throws Conflict with the stored record in `details` if the write is older. */
  read(person: Person, id: string, change: UpdateProgress, unmodifiedSince?: string): Progress;
  /** Adds the file to a library without overwriting anything, and starts a scan of it. */
  add(person: Person, id: string, what: AddOpenedFile): Promise<OpenedFile>;
}

interface OpenedFilesOptions extends OpeningOptions {
  /** Opens a file for sending; rejects with MediaError for anything but a book. */
  openFile: (path: string) => Promise<LibraryFile>;
  /** Scans a library, after a scan that is already running. */
  scan: (libraryId: string) => void;
  /** Migrates positions and annotations of files that have become books. */
  migrate: () => void;
}

export const createOpenedFilesService = (options: OpenedFilesOptions): OpenedFilesService => {
  const { store, scan, migrate, clock, gated, openFile } = options;
  const open = createOpening(options);
  const rowOf = ({ user_pk }: Person, id: string): OpenedRow => {
    const row = store.get(id);
    if (row?.user_pk !== user_pk) throw notFound('File', id);
    return row;
  };

  const get = async (person: Person, id: string): Promise<OpenedFile> => {
    migrate();
    const row = rowOf(person, id);
    const home = await findContainingLibrary(store.libraries(), row.path, gated);
    return {
      id,
      path: row.path,
      filename: basename(row.path),
      format: row.format,
      file_size: row.file_size,
      reading_direction: row.facts.reading_direction,
      suggested_folder: folderName(row.facts.series ?? ''),
      library: home && { id: home.library.id, name: home.library.name },
      // While a position is left here, it has not been migrated to the book.
      book_id: row.place === null ? store.bookOf(row) : null,
    };
  };

  return {
    open: (userPk, path) => {
      migrate();
      return open(userPk, path);
    },
    holds: ({ user_pk }, id) => store.owner(id) === user_pk,
    holdsAnnotation: ({ user_pk }, id) => store.holdsAnnotation(user_pk, id),
    get,
    book: (person, id) => bookOfFile(rowOf(person, id)),
    file: async (person, id) => {
      const { path, format } = rowOf(person, id);
      const file = await gated(path, () => stat(path).catch(() => null));
      if (!file) throw new AppError('NotFound', 'The file no longer exists on the disk');
      return fileContent(path, file, {
        media_type: mediaTypeOf(format, path),
        download_name: basename(path),
        open: () => openFile(path),
      });
    },
    progress: (person, id) => {
      const progress = progressOfFile(rowOf(person, id));
      if (!progress) throw new AppError('NotFound', `File ${id} has not been started`);
      return progress;
    },
    read: (person, id, change, unmodifiedSince) => {
      const row = rowOf(person, id);
      const stored = progressOfFile(row);
      const now = clock();
      if (stored && isStale(stored.updated_at, change.updated_at, unmodifiedSince, now)) {
        throw new AppError('Conflict', `The progress of file ${id} has moved on since`, {
          details: stored,
        });
      }
      const time = readAt(change.updated_at, now);
      const progress = nextProgress(stored, change, row.page_count, time);
      store.setProgress(row.pk, progress);
      return progressOfFile({ ...row, place: progress }) as Progress;
    },
    add: async (person, id, { library_id, folder, move }) => {
      const row = rowOf(person, id);
      const library = store.libraries().find((candidate) => candidate.id === library_id);
      if (!library) throw notFound('Library', library_id);
      const home = await findContainingLibrary(store.libraries(), row.path, gated);
      if (home?.library.id !== library_id) {
        const path = await addToLibrary(row.path, { root: library.path, folder, move }, gated);
        if (move) store.move(row.pk, path);
      }
      scan(library_id);
      return get(person, id);
    },
  };
};

/** A name valid on every file system, because embedded metadata is untrusted. */
const folderName = (name: string): string =>
  name
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 100)
    .replace(/^[ .]+|[ .]+$/g, '');
