import type SQLite from 'better-sqlite3';

import { toSearchKey } from '../text/search-key.ts';
import { naturalKey } from '../text/natural.ts';
import { words } from '../text/tokens.ts';
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

/** Statements that index the row `new` of a trigger, or all rows of the table. */
const indexing = (index: Index, every: boolean): string => {
  const { table, values, single, many, searched, name } = index;
  const rows = every ? `FROM ${table} new` : '';
  const columns = Object.keys(searched).join(', ');
  const texts = Object.values(searched).map((text) => `search_words(${text})`);
  const insert = `INSERT OR IGNORE INTO ${values} (field, value, pk)`;
  return [
    ...Object.entries(single).map(
      ([field, text]) =>
        `${insert} SELECT '${field}', search_fold(${text}), new.pk ${rows || 'WHERE true'}
         ${every ? 'WHERE' : 'AND'} ${text} IS NOT NULL`,
    ),
    ...Object.entries(many).map(
      ([field, list]) =>
        `${insert} SELECT '${field}', search_fold(each.value), new.pk
         FROM ${every ? `${table} new, ` : ''}json_each(${list}) each`,
    ),
    `INSERT INTO ${table}_fts (rowid, ${columns}) SELECT new.pk, ${texts.join(', ')} ${rows}`,
    `INSERT INTO ${table}_trigrams (rowid, name) SELECT new.pk, search_spaced(${name}) ${rows}`,
    `INSERT INTO ${table}_substrings (rowid, value) SELECT new.pk, search_fold(${name}) ${rows}`,
  ]
    .map((statement) => `${statement};`)
    .join('\n');
};

const triggers = (index: Index): string => {
  const { table, values, columns } = index;
  const changed = columns.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ');
  return `
    CREATE TEMP TRIGGER IF NOT EXISTS ${table}_search_insert AFTER INSERT ON ${table} BEGIN
      ${indexing(index, false)}
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS ${table}_search_update
    AFTER UPDATE OF ${columns.join(', ')} ON ${table} WHEN ${changed} BEGIN
      DELETE FROM ${values} WHERE pk = new.pk;
      DELETE FROM ${table}_fts WHERE rowid = new.pk;
      DELETE FROM ${table}_trigrams WHERE rowid = new.pk;
      DELETE FROM ${table}_substrings WHERE rowid = new.pk;
      ${indexing(index, false)}
    END;`;
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
  if (hasIndex(database)) database.exec(indexes.map(triggers).join('\n'));
};

/** Adds the SQL functions that statements of the stores call. */
export const addSearchFunctions = (database: SQLite.Database): void => {
  const options = { deterministic: true, directOnly: true };
  database.function('search_fold', options, ofText(foldedValue));
  database.function(
    'search_words',
    options,
    ofText((text) => words(text).join(' ')),
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
        ${indexing(index, true)}`);
    }
  })();
};
