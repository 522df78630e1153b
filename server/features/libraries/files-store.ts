import type { Database } from '../../database/types.ts';
import type { KnownFile } from './preview.ts';

/** The files of a library for its preview; a query that grows with the library. */
export const createLibraryFilesStore = (database: Database) => {
  const files = database.prepare<[string], KnownFile>(
    `SELECT b.path, b.embedded_series FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE l.id = ? AND b.missing_since IS NULL`,
  );
  return { list: (libraryId: string): KnownFile[] => files.all(libraryId) };
};
