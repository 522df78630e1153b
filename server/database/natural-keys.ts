import type { Database } from './types.ts';

const columns = [
  { table: 'series', key: 'name_key', text: 'name_sort' },
  { table: 'series', key: 'filename_key', text: 'filename' },
  { table: 'books', key: 'title_key', text: 'title_sort' },
];

/** Computes the keys by which series and books sort again, of those for which they have changed. */
export const fillNaturalKeys = (database: Database): void => {
  for (const { table, key, text } of columns) {
    database.exec(
      `UPDATE ${table} SET ${key} = natural_key(${text}) WHERE ${key} <> natural_key(${text})`,
    );
  }
};
