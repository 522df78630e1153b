import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import { getOwn } from '../../../text/own-property.ts';
import type { ImportRecord } from '../model.ts';
import { bookLists, lockedBookColumns, lockedSeriesColumns, seriesLists } from './komga-schema.ts';
import { flagOf, idOf, numberOf, foreignText } from './values.ts';

type Row = Record<string, unknown>;

export interface KomgaEdited {
  table: 'SERIES_METADATA' | 'BOOK_METADATA';
  owner: 'SERIES_ID' | 'BOOK_ID';
  columns: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly [string, readonly string[], string]>>;
  /** Whether the field of a column is locked. */
  isLocked: (row: Row, column: string) => boolean;
}

const locked = (row: Row, column: string): boolean => flagOf(row[`${column}_LOCK`]);

export const editedSeries: KomgaEdited = {
  table: 'SERIES_METADATA',
  owner: 'SERIES_ID',
  columns: lockedSeriesColumns,
  lists: seriesLists,
  isLocked: locked,
};
export const editedBooks: KomgaEdited = {
  table: 'BOOK_METADATA',
  owner: 'BOOK_ID',
  columns: lockedBookColumns,
  lists: bookLists,
  // Komga has one number for display and one for sorting; Octavo has only one.
  isLocked: (row, column) =>
    locked(row, column) || (column === 'NUMBER_SORT' && locked(row, 'NUMBER')),
};

/**
 * Fields that are only imported if they are locked. Otherwise their values come from the files, which Octavo
 * reads itself.
 */
const onlyLocked = new Set(['name', 'name_sort', 'title', 'number']);

/** Series and books with a locked field, with all their metadata. */
export async function* komgaEdits(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  yield* edits(database, editedSeries);
  yield* edits(database, editedBooks);
}

async function* edits(
  database: ForeignDatabase,
  edited: KomgaEdited,
): AsyncGenerator<ImportRecord[]> {
  const { table, owner, columns, lists } = edited;
  const locks = [...Object.keys(columns), ...Object.keys(lists)].map((name) => `${name}_LOCK`);
  if (table === 'BOOK_METADATA') locks.push('NUMBER_LOCK');
  const isEdited = locks.map((name) => `${name} = 1`).join(' OR ');
  const children = new Map<string, Map<string, Row[]>>();
  for (const [name, [child, parts]] of Object.entries(lists)) {
    const rows = await database.all<Row>(
      `SELECT ${owner}, ${parts.join(', ')} FROM ${child}
       WHERE ${owner} IN (SELECT ${owner} FROM ${table} WHERE ${isEdited}) ORDER BY ${owner}, rowid`,
    );
    children.set(
      name,
      Map.groupBy(rows, (row) => idOf(row[owner])),
    );
  }
  const rows = database.batches<Row>(
    `SELECT ${[owner, ...Object.keys(columns), ...locks].join(', ')} FROM ${table} WHERE ${isEdited}`,
  );
  for await (const batch of rows) yield batch.map((row) => komgaEdit(row, edited, children));
}

/** @param children rows of the lists by their name and owner */
export const komgaEdit = (
  row: Row,
  { owner, columns, lists, isLocked }: KomgaEdited,
  children: ReadonlyMap<string, ReadonlyMap<string, Row[]>>,
): ImportRecord => {
  const id = idOf(row[owner]);
  const values: Row = {};
  const locks: string[] = [];
  for (const [column, field] of Object.entries(columns)) {
    const value = valueOf(column, row[column]);
    if (isLocked(row, column)) locks.push(field);
    else if (value === null || onlyLocked.has(field)) continue;
    values[field] = value;
  }
  for (const [name, [, parts, field]] of Object.entries(lists)) {
    const entries = (children.get(name)?.get(id) ?? []).flatMap((entry) => entryOf(entry, parts));
    if (locked(row, name)) locks.push(field);
    else if (entries.length === 0) continue;
    values[field] = entries;
  }
  const isSeries = owner === 'SERIES_ID';
  return {
    kind: 'edit',
    id: `${isSeries ? 'series' : 'book'}/${id}`,
    series: isSeries ? id : null,
    book: isSeries ? null : id,
    values,
    locks,
  };
};

const directions: Readonly<Record<string, string>> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'vertical',
  WEBTOON: 'webtoon',
};

const valueOf = (column: string, value: unknown): unknown => {
  switch (column) {
    case 'AGE_RATING':
    case 'TOTAL_BOOK_COUNT':
    case 'NUMBER_SORT':
      return numberOf(value);
    case 'STATUS':
      return foreignText(value)?.toLowerCase() ?? null;
    case 'READING_DIRECTION':
      return getOwn(directions, foreignText(value) ?? '') ?? null;
    case 'SUMMARY':
      return foreignText(value, 20_000);
    default:
      return foreignText(value);
  }
};

const entryOf = (entry: Row, parts: readonly string[]): unknown[] => {
  const texts = parts.map((part) => foreignText(entry[part], 2048));
  if (parts.length === 1) return texts[0] === null ? [] : [texts[0]];
  if (texts.includes(null)) return [];
  return [Object.fromEntries(parts.map((part, index) => [part.toLowerCase(), texts[index]]))];
};
