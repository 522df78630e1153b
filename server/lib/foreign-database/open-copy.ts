import SQLite from 'better-sqlite3';

import { ForeignDatabaseError } from './foreign-error.ts';

/** The tables and columns that are read; the rest of the database is ignored. */
export interface ForeignSchema {
  tables: Readonly<Record<string, readonly string[]>>;
  /** Tables and columns that only some versions have. */
  optional?: Readonly<Record<string, readonly string[]>>;
}

export interface CopyOptions {
  path: string;
  /** Name of the program, for sentences. */
  program: string;
  schema: ForeignSchema;
  /** Rows of all tables that are read. */
  maxRows: number;
  /** Bytes of one value. */
  maxValueBytes: number;
}

export interface OpenCopy {
  database: SQLite.Database;
  /** Table → those of its columns that are read and there. */
  columns: Record<string, string[]>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Opens the copy of a foreign database so that nothing in it runs: triggers fire only on writes, views,
 * virtual tables and computed columns are refused in place of a table that is read, and functions in the
 * schema cannot have effects. Throws ForeignDatabaseError with a sentence.
 */
export const openCopy = (options: CopyOptions): OpenCopy => {
  const { path, program } = options;
  let database: SQLite.Database | undefined;
  try {
    // Writing only to take the write-ahead log into the file, before anything is read.
    recover(path);
    database = new SQLite(path, { readonly: true, fileMustExist: true });
    return { database, columns: checked(database, options) };
  } catch (error) {
    database?.close();
    if (error instanceof ForeignDatabaseError) throw error;
    throw sentenceOf(error, program);
  }
};

const recover = (path: string): void => {
  const database = new SQLite(path, { fileMustExist: true });
  try {
    secure(database);
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
};

const secure = (database: SQLite.Database): void => {
  database.unsafeMode(false);
  database.pragma('trusted_schema = OFF');
  database.pragma('ignore_check_constraints = ON');
  database.pragma('mmap_size = 0');
  database.pragma('cache_size = -16384');
  database.pragma('temp_store = MEMORY');
};

const checked = (
  database: SQLite.Database,
  { program, schema, maxRows, maxValueBytes }: CopyOptions,
): Record<string, string[]> => {
  secure(database);
  database.pragma('query_only = ON');
  const known: Record<string, string[]> = {};
  const wanted = new Set([...Object.keys(schema.tables), ...Object.keys(schema.optional ?? {})]);
  for (const table of wanted) {
    const required = schema.tables[table] ?? [];
    const columns = columnsOf(database, table, program);
    const missing = columns === null ? required[0] : required.find((name) => !has(columns, name));
    if (missing !== undefined) {
      throw new ForeignDatabaseError(
        columns === null
          ? `This is not a database of ${program} that Octavo knows: the table ${table} is missing.`
          : `This is not a database of ${program} that Octavo knows: the table ${table} has no column ${missing}.`,
      );
    }
    if (columns === null) continue;
    const read = [...required, ...(schema.optional?.[table] ?? [])];
    known[table] = read.filter((name) => has(columns, name));
  }
  let rows = 0;
  for (const [table, columns] of Object.entries(known)) {
    assertIntact(database, table, program);
    rows += countUpTo(database, table, maxRows - rows + 1);
    if (rows > maxRows) {
      throw new ForeignDatabaseError(
        `This database has more than ${maxRows} records, which is more than Octavo reads.`,
      );
    }
    mustHaveModestValues(database, { table, columns, maxValueBytes });
  }
  return known;
};

const has = (columns: readonly string[], name: string): boolean =>
  columns.some((column) => column.toLowerCase() === name.toLowerCase());

/** Null for a missing table. Throws for anything of this name that is not a plain table. */
const columnsOf = (database: SQLite.Database, table: string, program: string): string[] | null => {
  const entry = database
    .prepare<[string], { type: string; sql: string | null }>(
      'SELECT type, sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE',
    )
    .get(table);
  if (!entry) return null;
  const columns = database
    .prepare<[string], { name: string; hidden: number }>(
      'SELECT name, hidden FROM pragma_table_xinfo(?)',
    )
    .all(table);
  const isPlain = entry.type === 'table' && !/^\s*create\s+virtual/i.test(entry.sql ?? '');
  if (!isPlain || columns.some(({ hidden }) => hidden !== 0)) {
    throw new ForeignDatabaseError(
      `This database was not written by ${program}: ${table} is computed, not stored.`,
    );
  }
  return columns.map(({ name }) => name);
};

/** Of the one table: other parts of the database are never read. */
const assertIntact = (database: SQLite.Database, table: string, program: string): void => {
  const problems = database.pragma(`quick_check(${quoted(table)})`) as {
    quick_check: string;
  }[];
  if (problems[0]?.quick_check === 'ok') return;
  throw damaged(program);
};

const countUpTo = (database: SQLite.Database, table: string, limit: number): number =>
  database
    .prepare<[number], number>(`SELECT count(*) FROM (SELECT 1 FROM main.${quoted(table)} LIMIT ?)`)
    .pluck()
    .get(limit) ?? 0;

/** Headers of rows contain the lengths, so this reads no long value. */
const mustHaveModestValues = (
  database: SQLite.Database,
  { table, columns, maxValueBytes }: { table: string; columns: string[]; maxValueBytes: number },
): void => {
  if (columns.length === 0) return;
  const tests = columns.map((name) => `octet_length(${quoted(name)}) > @max`).join(' OR ');
  const found = database
    .prepare(`SELECT 1 FROM main.${quoted(table)} WHERE ${tests} LIMIT 1`)
    .get({ max: maxValueBytes });
  if (found === undefined) return;
  throw new ForeignDatabaseError(
    `This database has a value of more than ${Math.floor(maxValueBytes / 1024)} KiB in ${table}, which is more than Octavo reads.`,
  );
};

const damaged = (program: string) =>
  new ForeignDatabaseError(
    `This database is damaged. Let ${program} repair it, or choose a backup of it.`,
  );

const sentenceOf = (error: unknown, program: string): unknown => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'SQLITE_NOTADB') {
    return new ForeignDatabaseError(`This file is not a database of ${program}.`);
  }
  if (/^SQLITE_(CORRUPT|FORMAT|ERROR|SCHEMA|TOOBIG|CANTOPEN|PROTOCOL)/.test(code)) {
    return damaged(program);
  }
  return /malformed/.test(message) ? damaged(program) : error;
};
