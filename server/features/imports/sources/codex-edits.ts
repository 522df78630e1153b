import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { codexBookColumns, codexSeriesColumns } from './codex-schema.ts';
import { flagOf, foreignText, idOf, jsonOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;

const locksOf = (columns: object) => Object.keys(columns).map((column) => `${column}_lock`);
const isLocked = (row: Row, column: string): boolean => flagOf(row[`${column}_lock`]);

/**
 * Column → column whose lock decides whether the value is imported. Values without a lock come from the
 * files, which Octavo reads itself. The sort title is also imported if only the title is locked.
 */
const onlyLocked: Readonly<Record<string, string>> = {
  title: 'title',
  title_sort: 'title',
  number: 'number',
  volume: 'volume',
  chapter: 'chapter',
};

/**
 * Series with a locked field, tags, labels or alternate titles, and books with a locked field, with all their
 * metadata.
 */
export async function* codexEdits(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  yield* seriesEdits(database);
  yield* bookEdits(database);
}

const namesOf = async (database: ForeignDatabase, sql: string) =>
  Map.groupBy(await database.all<Row>(sql), (row) => idOf(row['series_id']));

async function* seriesEdits(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const tags = await namesOf(
    database,
    'SELECT s.series_id, t.name FROM series_tags s JOIN tags t ON t.id = s.tag_id ORDER BY t.name',
  );
  const genres = await namesOf(
    database,
    'SELECT s.series_id, g.name FROM series_genres s JOIN genres g ON g.id = s.genre_id ORDER BY g.name',
  );
  const labels = await namesOf(
    database,
    `SELECT s.series_id, t.name FROM series_sharing_tags s
     JOIN sharing_tags t ON t.id = s.sharing_tag_id ORDER BY t.name`,
  );
  const titles = await namesOf(
    database,
    'SELECT series_id, label, title FROM series_alternate_titles ORDER BY series_id, rowid',
  );
  const locks = [
    ...locksOf(codexSeriesColumns),
    'genres_lock',
    'tags_lock',
    'alternate_titles_lock',
  ];
  const rows = database.batches<Row>(
    `SELECT series_id, ${[...Object.keys(codexSeriesColumns), ...locks].join(', ')} FROM series_metadata`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row): ImportRecord[] => {
      const id = idOf(row['series_id']);
      const { values, locked } = columnsOf(row, codexSeriesColumns);
      const addList = (field: string, entries: unknown[], isLockedList: boolean) => {
        if (isLockedList) locked.push(field);
        if (isLockedList || entries.length > 0) values[field] = entries;
      };
      const texts = (given: ReadonlyMap<string, Row[]>) =>
        (given.get(id) ?? []).flatMap(({ name }) => foreignText(name, 255) ?? []);
      addList('tags', texts(tags), isLocked(row, 'tags'));
      addList('genres', texts(genres), isLocked(row, 'genres'));
      addList('labels', texts(labels), false);
      const alternate = (titles.get(id) ?? []).flatMap(({ label, title }) => {
        const [given, language] = [foreignText(title), foreignText(label, 50)];
        return given === null || language === null ? [] : [{ label: language, title: given }];
      });
      addList('alternate_titles', alternate, isLocked(row, 'alternate_titles'));
      const isEdited =
        locked.length > 0 || ['tags', 'labels', 'alternate_titles'].some((name) => name in values);
      if (!isEdited) return [];
      return [{ kind: 'edit', id: `series/${id}`, series: id, book: null, values, locks: locked }];
    });
  }
}

async function* bookEdits(database: ForeignDatabase): AsyncGenerator<ImportRecord[]> {
  const dates = ['year', 'month', 'day'];
  const locks = [...locksOf(codexBookColumns), ...dates.map((name) => `${name}_lock`)];
  const rows = database.batches<Row>(
    `SELECT book_id, ${[...Object.keys(codexBookColumns), ...dates, ...locks].join(', ')}
     FROM book_metadata WHERE ${locks.join(' OR ')}`,
  );
  for await (const batch of rows) {
    yield batch.map((row) => {
      const id = idOf(row['book_id']);
      const { values, locked } = columnsOf(row, codexBookColumns);
      const release_date = dateOf(row);
      if (release_date !== null) values['release_date'] = release_date;
      if (isLocked(row, 'year')) locked.push('release_date');
      return { kind: 'edit', id: `book/${id}`, series: null, book: id, values, locks: locked };
    });
  }
}

const dateOf = (row: Row): string | null => {
  const [year, month, day] = ['year', 'month', 'day'].map((name) => numberOf(row[name]));
  if (!year) return null;
  const two = (part: number | null | undefined) => String(part ?? 1).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
};

const columnsOf = (row: Row, columns: Readonly<Record<string, string>>) => {
  const values: Row = {};
  const locked: string[] = [];
  for (const [column, field] of Object.entries(columns)) {
    const value = valueOf(column, row[column]);
    const leader = onlyLocked[column];
    if (isLocked(row, column)) locked.push(field);
    else if (value === null || (leader !== undefined && !isLocked(row, leader))) continue;
    values[field] = value;
  }
  return { values, locked };
};

const numbers = new Set([
  ...['age_rating', 'year', 'total_volume_count', 'total_chapter_count'],
  ...['number', 'volume', 'chapter'],
]);

const valueOf = (column: string, value: unknown): unknown => {
  if (numbers.has(column)) return numberOf(value);
  if (column === 'summary') return foreignText(value, 20_000);
  if (column !== 'authors_json') return foreignText(value);
  const authors = jsonOf(value);
  if (!Array.isArray(authors)) return null;
  return authors.flatMap((author: unknown) => {
    const { name, role } = (author ?? {}) as Row;
    const text = foreignText(name, 255);
    return text === null ? [] : [{ name: text, role: foreignText(role, 50) ?? 'writer' }];
  });
};
