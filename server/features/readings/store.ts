import type { Reading } from '../../../shared/api/readings.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';

/** The history of one person with one book. */
interface Of {
  user_pk: number;
  book_pk: number;
}

export type ReadingsStore = ReturnType<typeof createReadingsStore>;

/** The index of the table begins with the book, so this reads only its rows. */
const ofBook = 'book_pk = :book_pk AND user_pk = :user_pk';
/** Each row with the number of completions before it, which is the id of its reading. */
const numbered = `(SELECT quarter, pages, seconds, completed,
    sum(completed) OVER (ORDER BY quarter) - completed AS id
  FROM reading_history WHERE ${ofBook})`;
const moment = (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`;
/** Rows without a page that complete nothing only mean that an app has set a position. */
const isReading = 'HAVING sum(pages) > 0 OR max(completed) = 1';

export const createReadingsStore = (database: Database) => {
  const key = database.prepare<[string], number>('SELECT pk FROM books WHERE id = ?').pluck();
  const page = (direction: 'asc' | 'desc') =>
    database.prepare<[Of & { limit: number; offset: number }], Reading>(
      `SELECT id, ${moment('min(quarter)')} AS started_at,
         iif(max(completed) = 1, ${moment('max(quarter)')}, NULL) AS finished_at,
         sum(pages) AS pages, sum(seconds) AS seconds
       FROM ${numbered} GROUP BY id ${isReading} ORDER BY id ${direction}
       LIMIT :limit OFFSET :offset`,
    );
  const pages = { asc: page('asc'), desc: page('desc') };
  const count = database
    .prepare<[Of], number>(
      `SELECT count(*) FROM (SELECT 1 FROM ${numbered} GROUP BY id ${isReading})`,
    )
    .pluck();
  const remove = database.prepare<[Of & { id: number }]>(
    `DELETE FROM reading_history WHERE ${ofBook} AND quarter IN (
       SELECT quarter FROM ${numbered} WHERE id = :id)`,
  );
  const ownTables = ['reading_history', 'reading_places', 'place_questions'];
  const clearBook = ownTables.map((table) =>
    database.prepare<[Of]>(`DELETE FROM ${table} WHERE ${ofBook}`),
  );
  const clearAll = [...ownTables, 'former_reading'].map((table) =>
    database.prepare<[number]>(`DELETE FROM ${table} WHERE user_pk = ?`),
  );

  return {
    /** Primary key of a book. */
    key: (id: string): number | undefined => key.get(id),
    list(owner: Of, query: PageRequest<'started_at'>): ListPage<Reading> {
      const data = pages[query.sort.direction].all({ ...owner, ...limits(query) });
      return { data, total: count.get(owner) ?? 0 };
    },
    /** Returns whether it was there. */
    remove: (owner: Of, id: number): boolean => remove.run({ ...owner, id }).changes > 0,
    clearBook(owner: Of): void {
      database.transaction(() => {
        for (const statement of clearBook) statement.run(owner);
      })();
    },
    clearAll(userPk: number): void {
      database.transaction(() => {
        for (const statement of clearAll) statement.run(userPk);
      })();
    },
  };
};
