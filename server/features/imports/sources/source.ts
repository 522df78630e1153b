import {
  openForeignDatabase,
  type ForeignDatabase,
  type ForeignSchema,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';

export interface SourceContext {
  signal: AbortSignal;
  /** The chosen file, of which a copy is read. */
  path: string;
  /** Folder for copies. */
  folder: string;
  /** Saves an image in the folder of the import; returns its name. */
  saveImage: (bytes: Uint8Array) => Promise<string>;
}

/** A source that reads a file of another program. */
export interface FileSource {
  /** Names of the file in a folder, which people can choose instead of the file. */
  fileNames: readonly string[];
  /**
   * Yields the records of the file in batches. Records come after those that they refer to. Throws
   * ForeignDatabaseError, with a message for people, for an unusable file.
   */
  records(context: SourceContext): AsyncGenerator<ImportRecord[]>;
}

/** A program that keeps its data in an SQLite database. */
export interface DatabaseSource {
  /** Name of the program. */
  program: string;
  /** As in `FileSource`. */
  fileNames: readonly string[];
  schema: ForeignSchema;
  /** As in `FileSource`. Also throws ForeignDatabaseError for a version that is newer than the known ones. */
  records(database: ForeignDatabase, context: SourceContext): AsyncGenerator<ImportRecord[]>;
}

export const fromDatabase = ({
  program,
  fileNames,
  schema,
  records,
}: DatabaseSource): FileSource => ({
  fileNames,
  async *records(context) {
    const { path, folder, signal } = context;
    const database = await openForeignDatabase(path, { program, schema, folder, signal });
    try {
      yield* records(database, context);
    } finally {
      await database.close();
    }
  },
});
