import SQLite from 'better-sqlite3';

import { buildSchema } from './migrate.ts';
import { sqlitePath } from './sqlite-path.ts';

/**
 * Whether a database has exactly Octavo's tables, indexes, triggers and views for this version. A
 * foreign trigger would run on each change, and a missing column would make every start fail.
 */
export const hasOwnSchema = (file: string, version: number): boolean => {
  const database = new SQLite(sqlitePath(file), { readonly: true });
  try {
    database.pragma('trusted_schema = OFF');
    return describe(database) === expected(version);
  } finally {
    database.close();
  }
};

const expected = (version: number): string => {
  const database = new SQLite(':memory:');
  try {
    buildSchema(database, version);
    return describe(database);
  } finally {
    database.close();
  }
};

interface Entry {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/** Excludes what SQLite creates itself: indexes of constraints and the statistics of `optimize`. */
const entries = `SELECT type, name, tbl_name, sql FROM sqlite_schema
  WHERE NOT (type = 'index' AND name GLOB 'sqlite_autoindex_*')
    AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
  ORDER BY type, name`;

/** Compares tables by columns, because SQLite versions format their SQL differently. */
const describe = (database: SQLite.Database): string => {
  const columns = database
    .prepare<[string], string>(
      `SELECT json_group_array(json_array(name, type, "notnull", pk, hidden)) FROM pragma_table_xinfo(?)`,
    )
    .pluck();
  const described = database
    .prepare<[], Entry>(entries)
    .all()
    .map(({ type, name, tbl_name, sql }) => {
      const isPlainTable = type === 'table' && !/^create virtual/i.test(sql ?? '');
      const content = isPlainTable ? columns.get(name) : sql?.replace(/\s+/g, ' ');
      return [type, name, tbl_name, content];
    });
  return JSON.stringify(described);
};
