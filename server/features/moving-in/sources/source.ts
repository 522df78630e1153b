import type {
  ForeignDatabase,
  ForeignSchema,
} from '../../../lib/foreign-database/foreign-database.ts';
import type { MovingRecord } from '../model.ts';

export interface SourceContext {
  signal: AbortSignal;
  /** The file that was chosen, of which a copy is read. */
  path: string;
  /** Keeps an image beside the records; returns its name. */
  saveImage: (bytes: Uint8Array) => Promise<string>;
}

/** A program that keeps its data in an SQLite database. */
export interface DatabaseSource {
  /** Name of the program. */
  program: string;
  /** Name of its database in the folder that a person can choose instead. */
  fileName: string;
  schema: ForeignSchema;
  /**
   * Yields what the program knows, in batches; records that refer to others come after them. Throws
   * ForeignDatabaseError for a version that is newer than known.
   */
  records(database: ForeignDatabase, context: SourceContext): AsyncGenerator<MovingRecord[]>;
}

/** A program that leaves another kind of file behind. */
export interface FileSource {
  program: string;
  /** Name of its file in the folder that a person can choose instead. */
  fileName: string;
  /** Yields its records as a DatabaseSource does. Throws ForeignDatabaseError with a sentence. */
  fileRecords(context: SourceContext): AsyncGenerator<MovingRecord[]>;
}
