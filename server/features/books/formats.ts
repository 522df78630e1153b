import { stat } from 'node:fs/promises';

import type { OtherFormat } from '../../../shared/api/books.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Database } from '../../database/types.ts';
import { fileContent, type Content } from '../../http/api/content.ts';
import { openFileOf, refuseNoBook } from '../../media/file-reads.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { missingFile } from '../media-error.ts';

interface StoredFormat {
  library_id: string;
  library_path: string;
  /** Path of the main file, which is the one that is read. */
  main_path: string;
  path: string;
}

/** `format` is the ending of a file, such as `azw3`. */
const canRead = (format: string): boolean => formatOf(`book.${format}`) !== null;

/** Other formats of books. */
export const createBookFormatsStore = (database: Database) => {
  const list = database.prepare<[string], { format: string; file_size: number }>(
    `SELECT f.format, f.file_size FROM book_formats f JOIN books b ON b.pk = f.book_pk
     WHERE b.id = ? ORDER BY f.format, f.path`,
  );
  const find = database.prepare<[string, string], StoredFormat>(
    `SELECT l.id AS library_id, l.path AS library_path, b.path AS main_path, f.path
     FROM book_formats f JOIN books b ON b.pk = f.book_pk JOIN libraries l ON l.pk = b.library_pk
     WHERE b.id = ? AND f.format = ? ORDER BY f.path LIMIT 1`,
  );
  const choose = database.prepare<[string, string]>(
    'UPDATE books SET chosen_format = ? WHERE id = ?',
  );
  return {
    list: (id: string): OtherFormat[] =>
      list.all(id).map((row) => ({ ...row, readable: canRead(row.format) })),
    find: (id: string, format: string) => find.get(id, format),
    choose: (id: string, format: string): void => void choose.run(format, id),
  };
};

/** Files of a book in formats other than that of its main file. */
export interface BookFormatsService {
  list(id: string): OtherFormat[];
  /** Throws NotFound for a format that the book does not have, or whose file is gone. */
  file(id: string, format: string): Promise<Content>;
  /**
   * Makes the file of another format the main file. Throws NotFound, UnprocessableContent for a format that
   * Octavo cannot read, and Conflict during a scan.
   */
  choose(id: string, format: string): { task_id: string };
}

export const createBookFormatsService = ({
  store,
  gate,
  startScan,
}: {
  store: ReturnType<typeof createBookFormatsStore>;
  gate: Pick<ReadGate, 'run' | 'close'>;
  /** Starts a scan of these files of a library; returns the id of the task. */
  startScan: (libraryId: string, only: string[]) => string;
}): BookFormatsService => {
  const found = (id: string, format: string): StoredFormat => {
    const row = store.find(id, format);
    if (!row) throw notFound('Format', format);
    return row;
  };
  return {
    list: (id) => store.list(id),
    async file(id, format) {
      const row = found(id, format);
      const { library_path, path } = row;
      const absolute = pathInLibrary(row);
      const file = await gate.run(library_path, () => stat(absolute).catch(() => null));
      if (file?.isFile() !== true) throw await missingFile(library_path);
      return fileContent(absolute, file, {
        media_type: 'application/octet-stream',
        download_name: path.slice(path.lastIndexOf('/') + 1),
        open: () => openFileOf(gate, library_path, absolute, refuseNoBook(true)),
      });
    },
    choose(id, format) {
      const { library_id, main_path, path } = found(id, format);
      if (!canRead(format)) {
        throw new AppError(
          'UnprocessableContent',
          `Octavo cannot read ${format.toUpperCase()}. Download the file and open it in another program.`,
        );
      }
      const task_id = startScan(library_id, [main_path, path]);
      store.choose(id, format);
      return { task_id };
    },
  };
};
