import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { Database } from '../../database/types.ts';
import { jsonText, type ListPage } from '../../database/json.ts';
import { noReprepare, noReprepareText } from '../../database/planner-hints.ts';
import { limits, pageSql, preparedValues } from '../../database/page-sql.ts';
import { progressJson } from '../../database/progress-json.ts';
import type { WrittenProgress } from './next-progress.ts';
import { createPositionsStore } from './positions-store.ts';
import type { ReadingSession } from './reading-session.ts';
import type { ProgressQuery, StoredProgress } from './types.ts';

/** The columns of a book that progress needs. */
export interface BookProgressRow {
  pk: number;
  id: string;
  series_pk: number;
  series_id: string;
  library_id: string;
  page_count: number;
}

export interface NewProgress extends WrittenProgress {
  device: ReadingDevice | null;
  modified: string | null;
}

export type ProgressStore = ReturnType<typeof createProgressStore>;

const bookColumns = `b.pk, b.id, b.series_pk, s.id AS series_id, l.id AS library_id, b.page_count
  FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk`;

const filters = ({ library_id, series_id }: ProgressQuery): string =>
  (library_id ? ' AND b.library_pk = (SELECT pk FROM libraries WHERE id = :library_id)' : '') +
  (series_id ? ' AND p.series_pk = (SELECT pk FROM series WHERE id = :series_id)' : '');

export const createProgressStore = (database: Database) => {
  const value = preparedValues(database);
  const knownSeries = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();
  const bookRow = database.prepare<[string], BookProgressRow>(
    `SELECT ${bookColumns} WHERE b.id = ${noReprepareText('?')}`,
  );
  const progressRow = database.prepare<
    [number, number],
    Omit<StoredProgress, 'record'> & { record: string }
  >(
    `SELECT ${progressJson} AS record, p.modified, p.current_page AS stored_page FROM progress p JOIN books b ON b.pk = p.book_pk
     JOIN series s ON s.pk = b.series_pk WHERE p.user_pk = ${noReprepare('?')} AND p.book_pk = ${noReprepare('?')}`,
  );
  const notCompleted = database.prepare<{ user_pk: number; series_id: string }, BookProgressRow>(
    `SELECT ${bookColumns} WHERE s.id = :series_id AND b.missing_since IS NULL AND NOT EXISTS (
       SELECT 1 FROM progress p
       WHERE p.user_pk = :user_pk AND p.book_pk = b.pk AND p.is_completed = 1)
     ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const begun = database.prepare<{ user_pk: number; series_id: string }, BookProgressRow>(
    `SELECT ${bookColumns} WHERE s.id = :series_id AND b.missing_since IS NULL AND EXISTS (
       SELECT 1 FROM progress p WHERE p.user_pk = :user_pk AND p.book_pk = b.pk)
     ORDER BY b.number_key, b.title_key, b.pk`,
  );
  const upsert = database.prepare(
    `INSERT INTO progress (user_pk, book_pk, series_pk, current_page, is_completed, location,
       device_id, device_name, started_at, updated_at, modified, completed_at)
     VALUES (:user_pk, :book_pk, :series_pk, :current_page, :is_completed, :location,
       :device_id, :device_name, :started_at, :updated_at, :modified, :completed_at)
     ON CONFLICT (user_pk, book_pk) DO UPDATE SET
       current_page = excluded.current_page, is_completed = excluded.is_completed,
       location = excluded.location, device_id = excluded.device_id,
       device_name = excluded.device_name, started_at = excluded.started_at,
       updated_at = excluded.updated_at, modified = excluded.modified, completed_at = excluded.completed_at`,
  );
  const addHistory = database.prepare(
    `INSERT INTO reading_history (user_pk, quarter, book_pk, pages, seconds, untimed, started, completed)
     VALUES (:user_pk, unixepoch(:at) / 900 * 900, :book_pk, :pages, :seconds, :untimed, :started, :completed)
     ON CONFLICT (user_pk, quarter, book_pk) DO UPDATE SET
       pages = pages + excluded.pages, seconds = seconds + excluded.seconds,
       untimed = max(untimed, excluded.untimed),
       started = max(started, excluded.started), completed = max(completed, excluded.completed)`,
  );
  const inQuarter =
    'user_pk = :user_pk AND quarter = unixepoch(:at) / 900 * 900 AND book_pk = :book_pk';
  const forgetMark = database.prepare(
    `DELETE FROM reading_history WHERE ${inQuarter} AND pages = 0 AND untimed = 0 AND started = 0`,
  );
  const forgetCompletion = database.prepare(
    `UPDATE reading_history SET completed = 0 WHERE ${inQuarter}`,
  );
  const remove = database.prepare<[number, number]>(
    'DELETE FROM progress WHERE user_pk = ? AND book_pk = ?',
  );

  return {
    ...createPositionsStore(database),
    /** Includes missing books. */
    book: (id: string): BookProgressRow | undefined => bookRow.get(id),
    hasSeries: (id: string): boolean => knownSeries.get(id) !== undefined,
    get(userPk: number, bookPk: number): StoredProgress | null {
      const row = progressRow.get(userPk, bookPk);
      return row ? { ...row, record: JSON.parse(row.record) as Progress } : null;
    },
    put(userPk: number, book: BookProgressRow, { device, ...progress }: NewProgress): void {
      upsert.run({
        ...progress,
        device_id: device?.id ?? '',
        device_name: device?.name ?? '',
        is_completed: Number(progress.is_completed),
        user_pk: userPk,
        book_pk: book.pk,
        series_pk: book.series_pk,
      });
    },
    /** Adds to the history in the quarter-hour of `at`, ISO 8601. */
    remember(userPk: number, book: BookProgressRow, session: ReadingSession, time: string): void {
      addHistory.run({
        ...session,
        untimed: Number(session.untimed),
        started: Number(session.started),
        completed: Number(session.completed),
        user_pk: userPk,
        book_pk: book.pk,
        at: time,
      });
    },
    /** Removes the completion at `at` (ISO 8601) from the history. */
    forgetCompletion(userPk: number, book: BookProgressRow, time: string): void {
      const parameters = { user_pk: userPk, book_pk: book.pk, at: time };
      forgetMark.run(parameters);
      forgetCompletion.run(parameters);
    },
    /** Returns whether there was any. */
    remove: (userPk: number, bookPk: number): boolean => remove.run(userPk, bookPk).changes > 0,
    /** Present books of the series that the user has not completed, in order. */
    notCompleted: (userPk: number, seriesId: string): BookProgressRow[] =>
      notCompleted.all({ user_pk: userPk, series_id: seriesId }),
    /** Present books of the series with progress of the user, in order. */
    begun: (userPk: number, seriesId: string): BookProgressRow[] =>
      begun.all({ user_pk: userPk, series_id: seriesId }),

    list(userPk: number, query: ProgressQuery): ListPage<Progress> {
      const { library_id = null, series_id = null, sort } = query;
      const parameters = { user_pk: userPk, ...limits(query), library_id, series_id };
      // Joins books only for the library filter.
      const books = library_id ? 'CROSS JOIN books b ON b.pk = p.book_pk' : '';
      const from = `FROM progress p ${books} WHERE p.user_pk = ${noReprepare(':user_pk')}${filters(query)}`;
      const sql = pageSql({
        pk: 'p.book_pk',
        from,
        order: { keys: [`p.${sort.field}`, 'p.book_pk'], direction: sort.direction },
        record: progressJson,
        joins: `CROSS JOIN progress p ON p.user_pk = ${noReprepare(':user_pk')} AND p.book_pk = page.pk
          CROSS JOIN books b ON b.pk = p.book_pk CROSS JOIN series s ON s.pk = b.series_pk`,
      });
      return {
        data: jsonText<Progress[]>(value<string>(sql, parameters)),
        total: value<number>(`SELECT count(*) ${from}`, parameters),
      };
    },

    /** Atomic; rows read inside cannot change before they are written. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};
