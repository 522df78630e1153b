import type { Database } from '../../database/types.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import type { WantedQuery } from './types.ts';

/** A list entry; `kind` is the type of the record with this `id`. */
export interface WantedEntry {
  kind: 'series' | 'book';
  id: string;
  added_at: string;
}

export type WantToReadStore = ReturnType<typeof createWantToReadStore>;

const joins = `FROM wanted w LEFT JOIN series s ON s.pk = w.series_pk LEFT JOIN books b ON b.pk = w.book_pk`;
const memberSql = (kind: WantedEntry['kind']) => `SELECT m.id, w.added_at
  FROM wanted w CROSS JOIN ${kind === 'series' ? 'series' : 'books'} m ON m.pk = w.${kind}_pk
  WHERE w.user_pk = :user_pk AND m.missing_since IS NULL
    AND (:libraries = '[]' OR m.library_pk IN (
      SELECT pk FROM libraries WHERE id IN (SELECT value FROM json_each(:libraries))))
  ORDER BY w.position, w.pk`;
const isRead = `CASE WHEN w.book_pk IS NOT NULL
  THEN EXISTS (SELECT 1 FROM progress p
    WHERE p.user_pk = w.user_pk AND p.book_pk = w.book_pk AND p.is_completed = 1)
  ELSE EXISTS (SELECT 1 FROM user_series u WHERE u.user_pk = w.user_pk AND u.series_pk = w.series_pk
    AND s.book_count > 0 AND u.completed_count >= s.book_count) END`;

export const createWantToReadStore = (database: Database) => {
  const value = preparedValues(database);
  const ids = database
    .prepare<[number], string>(
      `SELECT coalesce(s.id, b.id) ${joins} WHERE w.user_pk = ? ORDER BY w.position, w.pk`,
    )
    .pluck();
  const add = database.prepare(
    `INSERT INTO wanted (user_pk, series_pk, book_pk, position, added_at)
     SELECT :user_pk, s.pk, b.pk,
       wanted_id.key + 1 + (SELECT coalesce(max(position), 0) FROM wanted WHERE user_pk = :user_pk), :now
     FROM json_each(:ids) wanted_id
     LEFT JOIN series s ON s.id = wanted_id.value LEFT JOIN books b ON b.id = wanted_id.value
     WHERE s.pk IS NOT NULL OR b.pk IS NOT NULL
     ON CONFLICT DO NOTHING`,
  );
  const known = database
    .prepare<[string], string>(
      `SELECT wanted_id.value FROM json_each(?) wanted_id
       WHERE EXISTS (SELECT 1 FROM series WHERE id = wanted_id.value)
         OR EXISTS (SELECT 1 FROM books WHERE id = wanted_id.value)`,
    )
    .pluck();
  const remove = database.prepare(
    `DELETE FROM wanted WHERE user_pk = :user_pk AND (
       series_pk IN (SELECT s.pk FROM json_each(:ids) one CROSS JOIN series s ON s.id = one.value)
       OR book_pk IN (SELECT b.pk FROM json_each(:ids) one CROSS JOIN books b ON b.id = one.value))`,
  );
  const setPositions = database.prepare(
    `UPDATE wanted SET position = one.key FROM json_each(:ids) one
     WHERE user_pk = :user_pk AND (
       series_pk = (SELECT pk FROM series WHERE id = one.value)
       OR book_pk = (SELECT pk FROM books WHERE id = one.value))`,
  );

  const members = (kind: WantedEntry['kind']) =>
    database.prepare<[{ user_pk: number; libraries: string }], Omit<WantedEntry, 'kind'>>(
      memberSql(kind),
    );
  const ofKind = { series: members('series'), book: members('book') };

  return {
    /** Present series or books in order; restricted to libraries unless none are given. */
    ofKind: (
      userPk: number,
      kind: WantedEntry['kind'],
      libraryIds: readonly string[],
    ): Omit<WantedEntry, 'kind'>[] =>
      ofKind[kind].all({ user_pk: userPk, libraries: JSON.stringify(libraryIds) }),
    /** Ids of all entries in order, including missing ones. */
    ids: (userPk: number): string[] => ids.all(userPk),
    /** The same with entries that content restrictions hide. */
    allIds: (userPk: number): string[] => database.readAs(null, () => ids.all(userPk)),
    /** The ids that belong to a series or book, missing or not. */
    known: (wanted: readonly string[]): Set<string> => new Set(known.all(JSON.stringify(wanted))),
    add: (userPk: number, wanted: readonly string[], now: string): void =>
      void add.run({ user_pk: userPk, ids: JSON.stringify(wanted), now }),
    remove: (userPk: number, wanted: readonly string[]): void =>
      void remove.run({ user_pk: userPk, ids: JSON.stringify(wanted) }),
    /** Stores the positions of all entries, from first to last. */
    place: (userPk: number, order: readonly string[]): void =>
      void setPositions.run({ user_pk: userPk, ids: JSON.stringify(order) }),

    /** Present entries of one page. */
    page(userPk: number, query: WantedQuery): { entries: WantedEntry[]; total: number } {
      const { field, direction } = query.sort;
      const from = `${joins} WHERE w.user_pk = :user_pk
        AND coalesce(s.missing_since, b.missing_since) IS NULL
        ${query.unread === true ? `AND NOT ${isRead}` : ''}`;
      const parameters = { user_pk: userPk, ...limits(query) };
      const sql = `SELECT json_group_array(json_object('kind', kind, 'id', id, 'added_at', added_at))
        FROM (SELECT iif(w.series_pk IS NULL, 'book', 'series') AS kind, coalesce(s.id, b.id) AS id,
            w.added_at ${from}
          ORDER BY w.${field} ${direction}, w.pk ${direction} LIMIT :limit OFFSET :offset)`;
      return {
        entries: JSON.parse(value<string>(sql, parameters)) as WantedEntry[],
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
