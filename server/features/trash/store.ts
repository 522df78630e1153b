import type { listTrash } from '../../../shared/api/trash.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Database } from '../../database/types.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import { isUsedBook } from '../../database/use-by-people.ts';

export type TrashQuery = EndpointParsed<typeof listTrash>['query'];

export type TrashStore = ReturnType<typeof createTrashStore>;

/** Books whose files are in a bin are restored from there, and have a time of their own. */
const isLost = `b.missing_since IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM set_aside_copies c WHERE c.book_pk = b.pk)
  AND NOT EXISTS (SELECT 1 FROM binned_files f WHERE f.book_pk = b.pk AND f.reason = 'deleted')`;
const missing = `FROM books b WHERE ${isLost}
  AND (:library_id IS NULL OR b.library_pk = (SELECT pk FROM libraries WHERE id = :library_id))`;
const columns = { missing_since: 'b.missing_since', title: 'b.title_key' } as const;

/** Minimum days for which a book that people have used is kept. */
const minUsedDays = 365;

/** Of the setting; 0 keeps books forever. */
interface Retention {
  days: number;
  now: string;
}

/**
 * When a missing book becomes due for deletion, if the setting is not 0: counted from when it went missing,
 * or when its library became available again.
 */
const dueAt = `strftime('%Y-%m-%dT%H:%M:%fZ',
  max(b.missing_since, iif(l.available, coalesce(l.available_since, ''), @now)),
  '+' || iif(${isUsedBook('b')}, max(@days, ${minUsedDays}), @days) || ' days')`;

export const createTrashStore = (database: Database) => {
  const value = preparedValues(database);
  // Only after a later scan has not found them either.
  const due = database
    .prepare<Retention, string>(
      `SELECT b.id FROM books b JOIN libraries l ON l.pk = b.library_pk
       WHERE ${isLost} AND l.available = 1 AND ${dueAt} <= min(@now, l.last_scanned_at)`,
    )
    .pluck();
  const dueTimes = database.prepare<Retention & { ids: string }, { id: string; due_at: string }>(
    `SELECT b.id, ${dueAt} AS due_at FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE @days > 0 AND b.id IN (SELECT value FROM json_each(@ids))`,
  );
  const isMissing = database.prepare<[string]>(
    `SELECT 1 FROM books b WHERE b.id = ? AND ${isLost}`,
  );
  const visible = database
    .prepare<[{ library_id: string | null }], string>(`SELECT b.id ${missing} ORDER BY b.pk`)
    .pluck();
  const library = database.prepare<[string]>('SELECT 1 FROM libraries WHERE id = ?');

  return {
    /** Ids of missing books. */
    list({ library_id, sort, ...page }: TrashQuery): { ids: string[]; total: number } {
      const parameters = { library_id: library_id ?? null };
      const order = `${columns[sort.field]} ${sort.direction}, b.pk ${sort.direction}`;
      const ids = value<string>(
        `SELECT json_group_array(id) FROM (SELECT b.id ${missing} ORDER BY ${order} LIMIT :limit OFFSET :offset)`,
        { ...parameters, ...limits(page) },
      );
      return {
        ids: JSON.parse(ids) as string[],
        total: value<number>(`SELECT count(*) ${missing}`, parameters),
      };
    },
    /** Ids of the missing books that the person can see; null if nothing is hidden from them. */
    visible: (libraryId: string | undefined): string[] | null =>
      database.viewer() === null ? null : visible.all({ library_id: libraryId ?? null }),
    /** Ids of the books to delete. */
    due: (retention: Retention) => (retention.days === 0 ? [] : due.all(retention)),
    /** When each of these missing books is deleted; without those that are kept forever. */
    dueTimes: (ids: readonly string[], retention: Retention): Map<string, string> =>
      new Map(
        dueTimes
          .all({ ...retention, ids: JSON.stringify(ids) })
          .map(({ id, due_at }) => [id, due_at]),
      ),
    isMissing: (id: string) => isMissing.get(id) !== undefined,
    hasLibrary: (id: string) => library.get(id) !== undefined,
  };
};
