import type { ConversionRule } from '../../../shared/api/conversion-rule.ts';
import { withFullSync } from '../../database/full-sync.ts';
import type { Database } from '../../database/types.ts';
import type { PageCompression } from '../../media/recompress-page.ts';
import { conversionTables } from '../file-plans/plan-tables.ts';
import {
  createPlannedFilesStore,
  type FilePlanRow,
  type PlannedFileRow,
} from '../file-plans/planned-files-store.ts';
import { createRemovedPagesStore, type RemovedPages } from './removed-pages.ts';

export interface ConversionRow extends FilePlanRow {
  pages: PageCompression | null;
  /** Whether pages that are marked as advertising are removed. */
  removed_pages: RemovedPages | null;
  /** The rule that made the plan. */
  rule: ConversionRule | null;
}

interface StoredConversion extends FilePlanRow {
  page_format: PageCompression['format'] | null;
  page_quality: number | null;
  removed_pages: RemovedPages | null;
  /** JSON. */
  rule: string | null;
}

export interface ConversionFileRow extends PlannedFileRow {
  action: 'pack' | 'rename' | null;
  from_path: string | null;
  to_path: string | null;
  to_size: number | null;
  to_modified_ms: number | null;
  /** Pages before. */
  page_count: number | null;
  /** JSON: indexes of removed pages, ascending. */
  removed: string;
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

/** SQL for a conversion, within its job. */
export const createConversionStore = (database: Database) => {
  const common = createPlannedFilesStore<StoredConversion, ConversionFileRow>(
    database,
    conversionTables,
    {
      plan: 'p.page_format, p.page_quality, p.removed_pages, p.rule',
      file: `f.action, f.from_path, f.to_path, f.to_size, f.to_modified_ms, f.page_count, f.removed,
        coalesce(g.pages, '[]') AS pages`,
      joins: 'LEFT JOIN book_pages g ON g.book_pk = b.pk',
    },
  );
  const setPlanned = database.prepare<
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
  const begin = database.prepare<{ pk: number; size: number; modified_ms: number }>(
    `UPDATE conversion_files SET state = 'converting', reason = NULL, to_size = @size,
       to_modified_ms = @modified_ms WHERE pk = @pk`,
  );
  // The newest, because a file can be converted, restored and converted again.
  const binned = database
    .prepare<{ book_pk: number; path: string }, string>(
      `SELECT id FROM binned_files WHERE book_pk = @book_pk AND path = @path
         AND reason = 'converted' ORDER BY pk DESC LIMIT 1`,
    )
    .pluck();
  const removedPages = createRemovedPagesStore(database);
  return {
    ...common,
    plan: (id: string): ConversionRow | undefined => {
      const row = common.plan(id);
      if (!row) return undefined;
      const { page_format, page_quality, rule, ...others } = row;
      const pages = page_format && { format: page_format, quality: page_quality ?? 80 };
      return {
        ...others,
        pages,
        rule: rule === null ? null : (JSON.parse(rule) as ConversionRule),
      };
    },
    setPlanned: (file: ConversionFileRow, planned: PlannedConversion) =>
      setPlanned.run({
        ...{ file_pk: file.file_pk, from_path: file.path, from_size: file.file_size },
        ...planned,
        removed: JSON.stringify(planned.removed),
      }),
    /** Pages that are marked as advertising. */
    marked: removedPages.marked,
    /** Adjusts positions in the book in the same transaction. */
    complete: (file: ConversionFileRow, state: 'converted' | 'undone', now: string): void =>
      database
        .transaction(() => {
          const removed = JSON.parse(file.removed) as number[];
          const count = (file.page_count ?? 0) - (state === 'undone' ? 0 : removed.length);
          removedPages.movePlaces(file, removed, count, state === 'undone');
          common.finish(file.file_pk, state, now);
        })
        .immediate(),
    /** Called before any file is moved, so that `settle` recognises an interrupted conversion. */
    begin: (pk: number, size: number, modified_ms: number) =>
      withFullSync(database, () => begin.run({ pk, size, modified_ms })),
    /** Id of the previous file of a book in the bin. */
    binned: (book_pk: number, path: string): string | null => binned.get({ book_pk, path }) ?? null,
  };
};

export type ConversionStore = ReturnType<typeof createConversionStore>;
