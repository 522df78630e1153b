import type { Database } from '../../database/types.ts';

/** Tables in which an import changes single rows, with their key columns. */
const tables = {
  progress: ['user_pk', 'book_pk'],
  reading_history: ['user_pk', 'quarter', 'book_pk'],
  former_reading: ['user_pk', 'quarter', 'book_id'],
  reading_places: ['id'],
  annotations: ['user_pk', 'id'],
  ratings: ['user_pk', 'series_pk', 'book_pk'],
  wanted: ['user_pk', 'series_pk', 'book_pk'],
  collections: ['id'],
  collection_series: ['collection_pk', 'series_pk'],
  read_lists: ['id'],
  read_list_books: ['read_list_pk', 'book_pk'],
  users: ['id'],
  volumes: ['series_pk', 'number'],
  smart_lists: ['id'],
  reading_goals: ['user_pk', 'year', 'kind'],
  followed_series: ['user_pk', 'series_pk'],
  preferences: ['user_pk', 'key'],
  book_placements: ['book_pk'],
  series_folders: ['library_pk', 'path'],
  series_tracking: ['series_pk'],
} as const;
export type JournalTable = keyof typeof tables;

/** Tables of the entries of lists, with the column that refers to the list. */
const entriesOf: Partial<Record<JournalTable, readonly [table: JournalTable, column: string]>> = {
  collections: ['collection_series', 'collection_pk'],
  read_lists: ['read_list_books', 'read_list_pk'],
};

type Value = string | number | null;
type Row = Record<string, Value>;

/** Kinds of journal entries; those that are not a single row have an undo of their own. */
export type JournalEntity = JournalTable | 'edit' | 'cover' | 'dates' | 'library';

export interface JournalEntry {
  pk: number;
  entity: JournalEntity;
  row_key: string;
  before: string | null;
  after: string | null;
}

export type Journal = ReturnType<typeof createJournal>;

/** Writes rows and records the previous values, so that they can be restored. */
export const createJournal = (database: Database) => {
  const record = database.prepare<Omit<JournalEntry, 'pk'> & { import_pk: number }>(
    `INSERT INTO import_changes (import_pk, entity, row_key, before, after)
     VALUES (@import_pk, @entity, @row_key, @before, @after)`,
  );
  const last = database.prepare<[number, number], JournalEntry>(
    `SELECT pk, entity, row_key, before, after FROM import_changes WHERE import_pk = ?
     ORDER BY pk DESC LIMIT ?`,
  );
  const removeFrom = database.prepare<[number, number]>(
    'DELETE FROM import_changes WHERE import_pk = ? AND pk >= ?',
  );
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM import_changes WHERE import_pk = ?')
    .pluck();

  const rows = Object.fromEntries(
    Object.keys(tables).map((table) => [table, rowAccess(database, table as JournalTable)]),
  ) as Record<JournalTable, ReturnType<typeof rowAccess>>;

  return {
    read: (table: JournalTable, key: readonly Value[]): Row | undefined => rows[table].read(key),
    /** Inserts a row or updates its columns, and records the previous row. */
    write(importPk: number, table: JournalTable, key: readonly Value[], columns: Row): void {
      const before = rows[table].read(key) ?? null;
      rows[table].put(key, before, columns);
      const after = rows[table].read(key) ?? null;
      const entry = { import_pk: importPk, entity: table, row_key: JSON.stringify(key) };
      record.run({ ...entry, before: jsonOrNull(before), after: jsonOrNull(after) });
    },
    /** Records a change with an undo of its own. */
    note(
      importPk: number,
      entity: JournalEntity,
      key: unknown,
      change: { before: unknown; after: unknown },
    ): void {
      record.run({
        import_pk: importPk,
        entity,
        row_key: JSON.stringify(key),
        before: jsonOrNull(change.before),
        after: jsonOrNull(change.after),
      });
    },
    /** The newest entries first. */
    last: (importPk: number, limit: number) => last.all(importPk, limit),
    forget: (importPk: number, fromPk: number): void => void removeFrom.run(importPk, fromPk),
    count: (importPk: number): number => count.get(importPk) ?? 0,
    /** Restores a row; returns false if it has changed since, or is a list to which others have added something. */
    restore(table: JournalTable, { row_key, before, after }: JournalEntry): boolean {
      const key = JSON.parse(row_key) as Value[];
      const now = rows[table].read(key) ?? null;
      if (comparable(now) !== comparable(rowOf(after)))
        return comparable(now) === comparable(rowOf(before));
      if (before === null && now !== null && rows[table].hasEntries(now)) return false;
      rows[table].replace(key, now, rowOf(before));
      return true;
    },
  };
};

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const rowOf = (json: string | null): Row | null =>
  json === null ? null : (JSON.parse(json) as Row);

/** Without the page of a finished book, which is set once the pages of a text are counted. */
const comparable = (row: Row | null): string =>
  JSON.stringify(row?.['is_completed'] === 1 ? { ...row, current_page: null } : row);

const rowAccess = (database: Database, table: JournalTable) => {
  const where = tables[table].map((name) => `${name} IS ?`).join(' AND ');
  const read = database.prepare<Value[], Row>(`SELECT * FROM ${table} WHERE ${where}`);
  const remove = database.prepare<Value[]>(`DELETE FROM ${table} WHERE ${where}`);
  const keyOf = (key: readonly Value[]): Row =>
    Object.fromEntries(tables[table].map((name, index) => [name, key[index] ?? null]));
  // Records of a kind have the same columns.
  const known = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => database.prepare<Value[]>(sql);
  const prepared = (sql: string) => {
    const statement = known.get(sql) ?? prepare(sql);
    known.set(sql, statement);
    return statement;
  };
  const insert = (row: Row): void => {
    const names = Object.keys(row);
    prepared(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ).run(...names.map((name) => row[name] ?? null));
  };
  const update = (key: readonly Value[], columns: Row): void => {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    prepared(
      `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${where}`,
    ).run(...names.map((name) => columns[name] ?? null), ...key);
  };
  const [entries, column] = entriesOf[table] ?? [];
  const entry =
    entries && database.prepare<[Value], 1>(`SELECT 1 FROM ${entries} WHERE ${column} = ? LIMIT 1`);
  return {
    read: (key: readonly Value[]): Row | undefined => read.get(...key),
    hasEntries: ({ pk = null }: Row): boolean => entry?.get(pk) !== undefined,
    put(key: readonly Value[], before: Row | null, columns: Row): void {
      if (before === null) insert({ ...keyOf(key), ...columns });
      else update(key, columns);
    },
    replace(key: readonly Value[], now: Row | null, row: Row | null): void {
      if (row === null) remove.run(...key);
      else if (now === null) insert(row);
      else update(key, row);
    },
  };
};
