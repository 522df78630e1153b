import type SQLite from 'better-sqlite3';

import {
  creatorId,
  creatorKey,
  creatorName,
  creatorRole,
  creatorSort,
} from '../text/creator-names.ts';
import type { Database } from './types.ts';

/** A table whose rows credit creators; SQL expressions on the row `new`. */
interface Credited {
  table: 'series' | 'books';
  /** JSON list of authors. */
  authors: string;
  /** Columns of its table of credits, with their values. */
  credits: { table: 'series_credits' | 'book_credits'; key: 'series_pk' | 'book_pk' };
  columns: Readonly<Record<string, string>>;
  /** Columns whose changes can change credits, and whether they did. */
  watched: readonly string[];
  changed: string;
}

const credited: readonly Credited[] = [
  {
    table: 'series',
    authors: 'new.authors',
    credits: { table: 'series_credits', key: 'series_pk' },
    columns: { series_pk: 'new.pk' },
    watched: ['authors', 'missing_since'],
    changed: 'old.authors IS NOT new.authors',
  },
  {
    table: 'books',
    authors: "new.metadata -> 'authors'",
    credits: { table: 'book_credits', key: 'book_pk' },
    columns: { book_pk: 'new.pk', series_pk: 'new.series_pk' },
    watched: ['metadata', 'series_pk', 'missing_since'],
    changed: `old.series_pk <> new.series_pk OR (old.metadata IS NOT new.metadata
      AND (old.metadata -> 'authors') IS NOT (new.metadata -> 'authors'))`,
  },
];

/** Statements that credit the creators of rows named `new`: that of a trigger, or all of the table. */
const crediting = ({ table, authors, credits, columns }: Credited, rows: 'trigger' | 'all') => {
  const from = rows === 'all' ? `${table} new CROSS JOIN ` : '';
  const where = `${rows === 'all' ? 'new.missing_since IS NULL AND ' : ''}creator_key(each.value ->> 'name') <> ''`;
  const source = `${from}json_each(${authors}) each WHERE ${where}`;
  return [
    `INSERT INTO creators (id, key, name, name_sort, name_key)
     SELECT creator_id(key), key, name, sort, natural_key(sort)
     FROM (SELECT key, name, given, coalesce(given, creator_sort(name)) AS sort
       FROM (SELECT creator_key(each.value ->> 'name') AS key, min(creator_name(each.value ->> 'name')) AS name,
           min(nullif(creator_name(coalesce(each.value ->> 'sort', '')), '')) AS given
         FROM ${source} GROUP BY 1)) credited
     WHERE NOT EXISTS (SELECT 1 FROM creators c WHERE c.key = credited.key AND c.name = credited.name
       AND (given IS NULL OR c.name_sort = given))
     ON CONFLICT (key) DO UPDATE SET name = excluded.name, name_sort = excluded.name_sort,
       name_key = excluded.name_key WHERE name <> excluded.name OR name_sort <> excluded.name_sort`,
    `INSERT INTO ${credits.table} (creator_pk, role, ${Object.keys(columns).join(', ')})
     SELECT DISTINCT c.pk, creator_role(coalesce(each.value ->> 'role', '')), ${Object.values(columns).join(', ')}
     FROM ${from}json_each(${authors}) each
     CROSS JOIN creators c ON c.key = creator_key(each.value ->> 'name') WHERE ${where}`,
  ];
};

const creatorTriggers = (record: Credited): string => {
  const { table, credits, watched, changed, authors } = record;
  const insert = crediting(record, 'trigger').map((sql) => `${sql};`);
  const reappeared = '(old.missing_since IS NULL) <> (new.missing_since IS NULL)';
  const trigger = (name: string, event: string, when: string, statements: readonly string[]) =>
    `CREATE TEMP TRIGGER IF NOT EXISTS ${table}_credits_${name} ${event} ON ${table}
     WHEN ${when} BEGIN ${statements.join('\n')} END;`;
  const update = `AFTER UPDATE OF ${watched.join(', ')}`;
  const remove = `DELETE FROM ${credits.table} WHERE ${credits.key} = new.pk;`;
  return [
    trigger('of_new', 'AFTER INSERT', `new.missing_since IS NULL AND (${authors}) <> '[]'`, insert),
    trigger('of_changed', update, `new.missing_since IS NULL AND (${changed} OR ${reappeared})`, [
      remove,
      ...insert,
    ]),
    trigger('of_missing', update, `new.missing_since IS NOT NULL AND ${reappeared}`, [remove]),
  ].join('\n');
};

/** Results that each function remembers: a scan meets the same names and roles in every book. */
const maxRemembered = 500;

const ofText = (change: (text: string) => string) => {
  const remembered = new Map<unknown, string>();
  return (text: unknown): string => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const changed = change(typeof text === 'string' ? text : '');
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(text, changed);
    return changed;
  };
};

/** Adds the SQL functions that statements about creators call. */
export const addCreatorFunctions = (database: SQLite.Database): void => {
  const options = { deterministic: true, directOnly: true };
  database.function('creator_key', options, ofText(creatorKey));
  database.function('creator_id', options, ofText(creatorId));
  database.function('creator_name', options, ofText(creatorName));
  database.function('creator_role', options, ofText(creatorRole));
  database.function('creator_sort', options, ofText(creatorSort));
};

/** Migration 0256 added the tables. */
const hasCreators = (database: Database): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'creators'`).get() !== undefined;

/**
 * Maintains the creators and credits on a connection: from here on, every change of the authors of a
 * series or book updates them in the same transaction. Temporary triggers, as for the search index.
 */
export const keepCreators = (database: Database): void => {
  addCreatorFunctions(database);
  if (hasCreators(database)) database.exec(credited.map(creatorTriggers).join('\n'));
};

/** Rebuilds the credits of all present series and books. */
export const fillCreators = (database: Database): void => {
  database.transaction(() => {
    database.exec('DELETE FROM series_credits; DELETE FROM book_credits;');
    for (const table of credited) database.exec(crediting(table, 'all').join(';'));
  })();
};
