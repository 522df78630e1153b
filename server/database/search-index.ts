import type SQLite from 'better-sqlite3';

import { toSearchKey } from '../text/search-key.ts';
import { naturalKey } from '../text/natural.ts';
import { searchedWords, words } from '../text/tokens.ts';
import type { Database } from './types.ts';

/** Searched and filtered fields of a table; SQL expressions on the row `new`. */
interface Index {
  table: 'series' | 'books';
  values: 'series_values' | 'book_values';
  /** Filter fields with a single text, or null. */
  single: Readonly<Record<string, string>>;
  /** Filter fields with many values: a JSON array of texts. */
  many: Readonly<Record<string, string>>;
  /** Columns of the full-text table. */
  searched: Readonly<Record<string, string>>;
  /** The name used to match misspelled words and parts of a name. */
  name: string;
  /** Columns that these expressions depend on. */
  columns: readonly string[];
}

const joined = (json: string, field: string) =>
  `(SELECT group_concat(value ->> '${field}', ' ') FROM json_each(${json}))`;

const indexes: readonly Index[] = [
  {
    table: 'series',
    values: 'series_values',
    single: {
      name: 'new.name',
      name_sort: 'new.name_sort',
      publisher: 'new.publisher',
      language: 'new.language',
      status: 'new.status',
    },
    many: { genre: 'new.genres', tag: 'new.tags', label: 'new.labels' },
    searched: {
      name: 'new.name',
      titles: `concat_ws(' ', new.original_title, ${joined('new.alternate_titles', 'title')})`,
      authors: joined('new.authors', 'name'),
      summary: 'new.summary',
      filename: 'new.filename',
    },
    name: 'new.name',
    columns: [
      'name',
      'name_sort',
      'publisher',
      'language',
      'status',
      'genres',
      'tags',
      'labels',
      'original_title',
      'alternate_titles',
      'authors',
      'summary',
      'filename',
    ],
  },
  {
    table: 'books',
    values: 'book_values',
    single: { title: 'new.title' },
    many: { genre: "new.metadata -> 'genres'", tag: "new.metadata -> 'tags'" },
    searched: {
      title: 'new.title',
      authors: joined("new.metadata -> 'authors'", 'name'),
      summary: 'new.summary',
      filename: 'new.filename',
    },
    name: 'new.title',
    columns: ['title', 'metadata', 'summary', 'filename'],
  },
];

/** The rows that statements index: that of a trigger, all, or those of the keys in `@pks` (JSON). */
type Rows = 'trigger' | 'all' | 'keys';

/** Statements that index rows of the table, named `new`. */
const indexing = (index: Index, rows: Rows): string[] => {
  const { table, values, single, many, searched, name } = index;
  const from = {
    trigger: '(SELECT 1)',
    all: `${table} new`,
    keys: `json_each(@pks) key CROSS JOIN ${table} new ON new.pk = key.value`,
  }[rows];
  const columns = Object.keys(searched).join(', ');
  const texts = Object.values(searched).map((text) => `search_words(${text})`);
  const insert = `INSERT OR IGNORE INTO ${values} (field, value, pk)`;
  return [
    ...Object.entries(single).map(
      ([field, text]) =>
        `${insert} SELECT '${field}', search_fold(${text}), new.pk FROM ${from}
         WHERE ${text} IS NOT NULL`,
    ),
    ...Object.entries(many).map(
      ([field, list]) =>
        `${insert} SELECT '${field}', search_fold(each.value), new.pk
         FROM ${from} JOIN json_each(${list}) each`,
    ),
    `INSERT INTO ${table}_fts (rowid, ${columns}) SELECT new.pk, ${texts.join(', ')} FROM ${from}`,
    `INSERT INTO ${table}_trigrams (rowid, name) SELECT new.pk, search_spaced(${name}) FROM ${from}`,
    `INSERT INTO ${table}_substrings (rowid, value) SELECT new.pk, search_fold(${name}) FROM ${from}`,
  ];
};

const removing = ({ table, values }: Index, keys: string): string[] => [
  `DELETE FROM ${values} WHERE pk IN (${keys})`,
  `DELETE FROM ${table}_fts WHERE rowid IN (${keys})`,
  `DELETE FROM ${table}_trigrams WHERE rowid IN (${keys})`,
  `DELETE FROM ${table}_substrings WHERE rowid IN (${keys})`,
];

const triggers = (index: Index): string => {
  const { table, columns } = index;
  const changed = columns.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ');
  const all = (statements: readonly string[]) => statements.map((sql) => `${sql};`).join('\n');
  return `
    CREATE TEMP TRIGGER IF NOT EXISTS ${table}_search_insert AFTER INSERT ON ${table}
    WHEN NOT search_deferred('${table}', new.pk, 1) BEGIN
      ${all(indexing(index, 'trigger'))}
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS ${table}_search_update
    AFTER UPDATE OF ${columns.join(', ')} ON ${table}
    WHEN (${changed}) AND NOT search_deferred('${table}', new.pk, 0) BEGIN
      ${all(removing(index, 'new.pk'))}
      ${all(indexing(index, 'trigger'))}
    END;`;
};

/** Keys of rows to index, by table; true for rows that were never indexed. */
type Deferred = Partial<Record<Index['table'], Record<number, boolean>>>;

/** Adds the functions with which `createSearchBatch` defers indexing. */
const addDeferring = (database: Database): void => {
  let deferred: Deferred | null = null;
  const options = { directOnly: true };
  database.function('search_deferred', options, (table, pk, isNew) => {
    if (deferred === null) return 0;
    const rows = (deferred[table as Index['table']] ??= {});
    rows[pk as number] ??= isNew === 1;
    return 1;
  });
  database.function('search_defer', options, (on) => {
    const before = deferred;
    deferred = on === 1 ? {} : null;
    return JSON.stringify(before);
  });
};

/**
 * Returns a function that runs `work`, within its transaction, and only then indexes the rows that it
 * wrote, all at once: SQLite's full-text tables write to the database before each statement that
 * could fail halfway, so that indexing row by row takes five times as long as writing the rows.
 */
export const createSearchBatch = (database: Database): ((work: () => void) => void) => {
  const defer = database.prepare<[number], string>('SELECT search_defer(?)').pluck();
  const prepare = (statements: readonly string[]) =>
    statements.map((sql) => database.prepare<{ pks: string }>(sql));
  const prepared = indexes.map((index) => ({
    table: index.table,
    remove: prepare(removing(index, 'SELECT value FROM json_each(@pks)')),
    insert: prepare(indexing(index, 'keys')),
  }));
  return (work) => {
    defer.get(1);
    let before: string | undefined;
    try {
      work();
    } finally {
      before = defer.get(0);
    }
    const deferred = JSON.parse(before ?? 'null') as Deferred | null;
    for (const { table, remove, insert } of prepared) {
      const rows = Object.entries(deferred?.[table] ?? {});
      const known = JSON.stringify(rows.flatMap(([pk, isNew]) => (isNew ? [] : [Number(pk)])));
      const pks = JSON.stringify(rows.map(([pk]) => Number(pk)));
      if (known !== '[]') for (const statement of remove) statement.run({ pks: known });
      if (rows.length > 0) for (const statement of insert) statement.run({ pks });
    }
  };
};

/** Normalises a text for comparison in filters. */
export const foldedValue = (text: string): string => toSearchKey(text).replaceAll('\0', '');

const ofText =
  (change: (text: string) => string) =>
  (text: unknown): string | null =>
    typeof text === 'string' ? change(text) : null;

/** Whether everything that the triggers need exists; migration 0244 added the last of it. */
const hasIndex = (database: Database): boolean =>
  database.prepare(`SELECT 1 FROM pragma_table_info('series') WHERE name = 'labels'`).get() !==
  undefined;

/**
 * Maintains the search index on a connection: from here on, every change of a series or book is
 * indexed in the same transaction. Uses temporary triggers, because triggers stored in the file
 * cannot call our functions (`trusted_schema` is off).
 */
export const keepSearchIndex = (database: Database): void => {
  addSearchFunctions(database);
  addDeferring(database);
  if (hasIndex(database)) database.exec(indexes.map(triggers).join('\n'));
};

/** Adds the SQL functions that statements of the stores call. */
export const addSearchFunctions = (database: SQLite.Database): void => {
  const options = { deterministic: true, directOnly: true };
  database.function('search_fold', options, ofText(foldedValue));
  database.function(
    'search_words',
    options,
    ofText((text) => searchedWords(text).join(' ')),
  );
  database.function(
    'search_spaced',
    options,
    ofText((text) => `  ${words(text).join('  ')}  `),
  );
  database.function('natural_key', options, ofText(naturalKey));
  // Called by filters between comparisons; the query worker overrides it to abort with an error.
  database.function('abort_if_cancelled', { directOnly: true }, () => 1);
};

/** Reindexes everything. */
export const fillSearchIndex = (database: Database): void => {
  database.transaction(() => {
    for (const index of indexes) {
      database.exec(`DELETE FROM ${index.values};
        INSERT INTO ${index.table}_fts (${index.table}_fts) VALUES ('delete-all');
        INSERT INTO ${index.table}_trigrams (${index.table}_trigrams) VALUES ('delete-all');
        INSERT INTO ${index.table}_substrings (${index.table}_substrings) VALUES ('delete-all');
        ${indexing(index, 'all').join(';')}`);
    }
  })();
};
