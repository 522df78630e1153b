import type { Database } from '../../../database/types.ts';
import { jsonText, type JsonText, type ListPage } from '../../../database/json.ts';
import { nextOnDeck } from '../../../database/on-deck.ts';
import { userParameter, noReprepareText } from '../../../database/planner-hints.ts';
import { pageSql, preparedValues } from '../../../database/page-sql.ts';
import type { KomgaPage } from '../query.ts';
import { createListedBooks } from './listed-books.ts';
import { komgaBookPageJoins, komgaBookRecord, komgaBookFromJoins } from './record-sql.ts';

export type KomgaBooksStore = ReturnType<typeof createKomgaBooksStore>;

export const createKomgaBooksStore = (database: Database) => {
  const value = preparedValues(database);
  const { list, estimateRows } = createListedBooks(database, value);
  const bookRow = database
    .prepare<[{ user_pk: number | null; id: string }], string>(
      `SELECT ${komgaBookRecord} FROM books b ${komgaBookFromJoins} WHERE b.id = ${noReprepareText(':id')}`,
    )
    .pluck();
  const neighbour = (comparison: '<' | '>', direction: 'ASC' | 'DESC') =>
    database
      .prepare<[string], string>(
        `SELECT n.id FROM books b CROSS JOIN books n ON n.series_pk = b.series_pk
         WHERE b.id = ? AND n.missing_since IS NULL
           AND (n.number_key, n.title_key, n.pk) ${comparison} (b.number_key, b.title_key, b.pk)
         ORDER BY n.number_key ${direction}, n.title_key ${direction}, n.pk ${direction} LIMIT 1`,
      )
      .pluck();
  const neighbours = { next: neighbour('>', 'ASC'), previous: neighbour('<', 'DESC') };
  const seriesRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();
  const get = (userPk: number | null, id: string): JsonText<unknown> | null => {
    const json = bookRow.get({ user_pk: userPk, id });
    return json === undefined ? null : jsonText(json);
  };

  return {
    list,
    estimateRows,

    /**
     * The next book of each series with a completed book and none in progress, most recently read
     * first.
     */
    onDeck(
      userPk: number | null,
      { page, size }: KomgaPage,
      libraries: readonly string[],
    ): ListPage<unknown> {
      const from = `FROM user_series u CROSS JOIN series s ON s.pk = u.series_pk
        WHERE u.user_pk = ${userParameter} AND u.in_progress_count = 0 AND u.completed_count > 0
          AND u.completed_count < s.book_count ${libraries.length === 0 ? '' : ofLibraries}`;
      const parameters = {
        user_pk: userPk,
        limit: size,
        offset: page * size,
        libraries: JSON.stringify(libraries),
      };
      const order = { keys: ['u.read_at', 'u.series_pk'], direction: 'desc' } as const;
      return {
        data: jsonText(
          value<string>(
            pageSql({
              pk: nextOnDeck,
              from,
              order,
              record: komgaBookRecord,
              joins: komgaBookPageJoins,
            }),
            parameters,
          ),
        ),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    hasSeries: (id: string): boolean => seriesRow.get(id) !== undefined,
    /** Includes missing books. */
    get,
    /** The previous or next book of the series; null at its ends. */
    neighbour(userPk: number | null, id: string, which: 'next' | 'previous') {
      const other = neighbours[which].get(id);
      return other === undefined ? null : get(userPk, other);
    },
  };
};

const ofLibraries = `AND s.library_pk IN (
  SELECT pk FROM libraries WHERE id IN (SELECT value FROM json_each(:libraries)))`;
