import type { Database } from '../../database/types.ts';

export interface DueBook {
  pk: number;
  id: string;
  library_id: string;
}

export type FileChecksStore = ReturnType<typeof createFileChecksStore>;

const due = `FROM books b JOIN libraries l ON l.pk = b.library_pk AND l.check_files
  LEFT JOIN file_checks c ON c.book_pk = b.pk
  WHERE b.missing_since IS NULL AND (b.error IS NULL OR c.good_at IS NOT NULL)
    AND (c.checked_at IS NULL OR c.checked_at < @before)`;

/** SQL for books whose files are due for a check. */
export const createFileChecksStore = (database: Database) => {
  const next = database.prepare<{ before: string; after: number; limit: number }, DueBook>(
    `SELECT b.pk, b.id, l.id AS library_id ${due} AND b.pk > @after ORDER BY b.pk LIMIT @limit`,
  );
  const count = database.prepare<{ before: string }, number>(`SELECT count(*) ${due}`).pluck();
  return {
    /** Books that were not checked since `before`, in order of their keys. */
    next: (before: string, after: number, limit: number) => next.all({ before, after, limit }),
    count: (before: string): number => count.get({ before }) ?? 0,
  };
};
