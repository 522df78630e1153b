import {
  openForeignDatabase,
  type ForeignDatabase,
  type ForeignSchema,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';

export interface SourceContext {
  signal: AbortSignal;
  /** The file that was chosen, of which a copy is read. */
  path: string;
  /** For copies. */
  folder: string;
  /** Keeps an image beside the records; returns its name. */
  saveImage: (bytes: Uint8Array) => Promise<string>;
}

/** A file that another program wrote. */
export interface FileSource {
  /** Names of the file in the folder that a person can choose instead. */
  fileNames: readonly string[];
  /**
   * Yields what the program knows, in batches; records that refer to others come after them. Throws
   * ForeignDatabaseError with a sentence for an unusable file.
   */
  records(context: SourceContext): AsyncGenerator<ImportRecord[]>;
}

/** A program that keeps its data in an SQLite database. */
export interface DatabaseSource {
  /** Name of the program. */
  program: string;
  /** As of a file source. */
  fileNames: readonly string[];
  schema: ForeignSchema;
  /** As of a file source; throws ForeignDatabaseError for a version that is newer than known. */
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
