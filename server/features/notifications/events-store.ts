import type { Database } from '../../database/types.ts';

/** Books of one series that a scan added, for one of its followers. */
export interface NewBooks {
  user_pk: number;
  series_id: string;
  book_ids: string[];
}

/** Maximum ids that a notification of new books names. */
const maxBookIds = 100;

export type EventsStore = ReturnType<typeof createEventsStore>;

/** Subjects of events, and their followers. */
export const createEventsStore = (database: Database) => {
  const followers = database
    .prepare<[string], number>(
      `SELECT f.user_pk FROM series s CROSS JOIN followed_series f ON f.series_pk = s.pk
       WHERE s.id = ?`,
    )
    .pluck();
  const followsAny = database
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM followed_series)')
    .pluck();
  const added = database.prepare<[string], Omit<NewBooks, 'book_ids'> & { book_ids: string }>(
    `SELECT f.user_pk, s.id AS series_id, json_group_array(b.id ORDER BY b.pk) AS book_ids
     FROM scan_reports r
     CROSS JOIN scan_report_entries e ON e.report_pk = r.pk AND e.kind = 'added'
     CROSS JOIN books b ON b.pk = e.book_pk AND b.missing_since IS NULL
     CROSS JOIN followed_series f ON f.series_pk = b.series_pk
     CROSS JOIN series s ON s.pk = b.series_pk
     WHERE r.task_id = ? GROUP BY f.user_pk, s.pk ORDER BY f.user_pk, s.pk`,
  );
  const mark = database
    .prepare<[string], number>('SELECT value FROM notification_marks WHERE name = ?')
    .pluck();
  const setMark = database.prepare(
    `INSERT INTO notification_marks (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );

  return {
    followers: (seriesId: string): number[] => followers.all(seriesId),
    /** Books that a scan added to followed series, per follower. */
    addedBooks: (taskId: string): NewBooks[] =>
      followsAny.get() === 0
        ? []
        : added.all(taskId).map((row) => ({
            ...row,
            book_ids: (JSON.parse(row.book_ids) as string[]).slice(0, maxBookIds),
          })),
    mark: (name: string): number => mark.get(name) ?? 0,
    setMark: (name: string, value: number): void => void setMark.run(name, value),
  };
};
