import type { Database } from '../../database/types.ts';
import type { PageCompression } from '../../media/recompress-page.ts';
import { createRemovedPagesStore, type RemovedPages } from './removed-pages.ts';

export interface ConversionRow {
  pk: number;
  library_id: string;
  root: string;
  is_allowed: number;
  pages: PageCompression | null;
  /** Whether pages that are marked as advertising are removed. */
  removed_pages: RemovedPages | null;
}

export interface ConversionFileRow {
  file_pk: number;
  state: string;
  action: 'pack' | 'rename' | null;
  from_path: string | null;
  to_path: string | null;
  to_size: number | null;
  to_modified_ms: number | null;
  /** Pages before. */
  page_count: number | null;
  /** JSON: indexes of removed pages, ascending. */
  removed: string;
  pk: number;
  id: string;
  title: string;
  path: string;
  format: string;
  file_size: number;
  file_modified_ms: number;
  error: string | null;
  missing_since: string | null;
  /** JSON. */
  pages: string;
}

export interface PlannedConversion {
  state: 'planned' | 'skipped';
  reason: string | null;
  action: 'pack' | 'rename' | null;
  to_path: string | null;
  to_size: number | null;
  page_count: number;
  removed: readonly number[];
}

/** SQL of a conversion within its job. */
export const createConversionStore = (database: Database) => {
  const conversion = database.prepare<
    [string],
    Omit<ConversionRow, 'pages'> & {
      page_format: PageCompression['format'] | null;
      page_quality: number | null;
    }
  >(
    `SELECT c.pk, l.id AS library_id, l.path AS root, l.convert_files AS is_allowed,
       c.page_format, c.page_quality, c.removed_pages
     FROM conversions c JOIN libraries l ON l.pk = c.library_pk WHERE c.id = ?`,
  );
  const files = database.prepare<
    { pk: number; state: string; after: number; limit: number },
    ConversionFileRow
  >(
    `SELECT f.pk AS file_pk, f.state, f.action, f.from_path, f.to_path, f.to_size, f.to_modified_ms,
       f.page_count, f.removed, b.pk, b.id, b.title, b.path, b.format, b.file_size, b.file_modified_ms, b.error,
       b.missing_since, coalesce(p.pages, '[]') AS pages
     FROM conversion_files f JOIN books b ON b.pk = f.book_pk
       LEFT JOIN book_pages p ON p.book_pk = b.pk
     WHERE f.conversion_pk = @pk AND f.state = @state AND f.pk > @after ORDER BY f.pk LIMIT @limit`,
  );
  const count = database
    .prepare<{ pk: number; state: string }, number>(
      'SELECT count(*) FROM conversion_files WHERE conversion_pk = @pk AND state = @state',
    )
    .pluck();
  const plan = database.prepare<
    Omit<PlannedConversion, 'removed'> & {
      file_pk: number;
      from_path: string;
      from_size: number;
      removed: string;
    }
  >(
    `UPDATE conversion_files SET state = @state, reason = @reason, action = @action,
       from_path = @from_path, to_path = @to_path, from_size = @from_size, to_size = @to_size,
       page_count = @page_count, removed = @removed WHERE pk = @file_pk`,
  );
  const drop = database.prepare<[number]>('DELETE FROM conversion_files WHERE pk = ?');
  const setState = database.prepare<{ pk: number; state: string; reason: string | null }>(
    'UPDATE conversion_files SET state = @state, reason = @reason WHERE pk = @pk',
  );
  const begin = database.prepare<{ pk: number; size: number; modified_ms: number }>(
    `UPDATE conversion_files SET state = 'converting', reason = NULL, to_size = @size,
       to_modified_ms = @modified_ms WHERE pk = @pk`,
  );
  const finish = database.prepare<{ pk: number; state: string; now: string }>(
    `UPDATE conversion_files SET state = @state, reason = NULL, converted_at = @now
     WHERE pk = @pk`,
  );
  // The newest: a file that was converted, put back and converted again is there once.
  const binned = database
    .prepare<{ book_pk: number; path: string }, string>(
      `SELECT id FROM binned_files WHERE book_pk = @book_pk AND path = @path
         AND reason = 'converted' ORDER BY pk DESC LIMIT 1`,
    )
    .pluck();
  const removedPages = createRemovedPagesStore(database);
  return {
    conversion: (id: string): ConversionRow | undefined => {
      const row = conversion.get(id);
      if (!row) return undefined;
      const { page_format, page_quality, ...others } = row;
      const pages = page_format && { format: page_format, quality: page_quality ?? 80 };
      return { ...others, pages };
    },
    files: (pk: number, state: string, after: number, limit: number) =>
      files.all({ pk, state, after, limit }),
    count: (pk: number, state: string) => count.get({ pk, state }) ?? 0,
    plan: (file: ConversionFileRow, planned: PlannedConversion) =>
      plan.run({
        ...{ file_pk: file.file_pk, from_path: file.path, from_size: file.file_size },
        ...planned,
        removed: JSON.stringify(planned.removed),
      }),
    drop: (pk: number) => drop.run(pk),
    setState: (pk: number, state: string, reason: string | null) =>
      setState.run({ pk, state, reason }),
    /** Before anything is moved, so that what a crash left is recognised. */
    begin: (pk: number, size: number, modified_ms: number) => begin.run({ pk, size, modified_ms }),
    /** Pages that are marked as advertising. */
    marked: removedPages.marked,
    /** Places in the book follow in the same transaction. */
    finish: (
      { file_pk, pk, removed, page_count }: ConversionFileRow,
      state: 'converted' | 'undone',
      now: string,
    ): void =>
      database
        .transaction(() => {
          const indexes = JSON.parse(removed) as number[];
          const count = (page_count ?? 0) - (state === 'undone' ? 0 : indexes.length);
          removedPages.movePlaces(pk, indexes, count, state === 'undone');
          finish.run({ pk: file_pk, state, now });
        })
        .immediate(),
    /** The id in the bin of the former file of a book. */
    binned: (book_pk: number, path: string): string | null => binned.get({ book_pk, path }) ?? null,
  };
};

export type ConversionStore = ReturnType<typeof createConversionStore>;
