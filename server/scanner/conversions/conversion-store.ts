import type { Database } from '../../database/types.ts';
import type { PageCompression } from '../../media/recompress-page.ts';
import { conversionTables } from '../file-plans/plan-tables.ts';
import {
  createPlannedFilesStore,
  type FilePlanRow,
  type PlannedFileRow,
} from '../file-plans/planned-files-store.ts';

export interface ConversionRow extends FilePlanRow {
  pages: PageCompression | null;
}

interface StoredConversion extends FilePlanRow {
  page_format: PageCompression['format'] | null;
  page_quality: number | null;
}

export interface ConversionFileRow extends PlannedFileRow {
  action: 'pack' | 'rename' | null;
  from_path: string | null;
  to_path: string | null;
  to_size: number | null;
  to_modified_ms: number | null;
  /** JSON. */
  pages: string;
}

export interface PlannedConversion {
  state: 'planned' | 'skipped';
  reason: string | null;
  action: 'pack' | 'rename' | null;
  to_path: string | null;
  to_size: number | null;
}

/** SQL of a conversion within its job. */
export const createConversionStore = (database: Database) => {
  const common = createPlannedFilesStore<StoredConversion, ConversionFileRow>(
    database,
    conversionTables,
    {
      plan: 'p.page_format, p.page_quality',
      file: `f.action, f.from_path, f.to_path, f.to_size, f.to_modified_ms,
        coalesce(g.pages, '[]') AS pages`,
      joins: 'LEFT JOIN book_pages g ON g.book_pk = b.pk',
    },
  );
  const setPlanned = database.prepare<
    PlannedConversion & { file_pk: number; from_path: string; from_size: number }
  >(
    `UPDATE conversion_files SET state = @state, reason = @reason, action = @action,
       from_path = @from_path, to_path = @to_path, from_size = @from_size, to_size = @to_size
     WHERE pk = @file_pk`,
  );
  const begin = database.prepare<{ pk: number; size: number; modified_ms: number }>(
    `UPDATE conversion_files SET state = 'converting', reason = NULL, to_size = @size,
       to_modified_ms = @modified_ms WHERE pk = @pk`,
  );
  // The newest: a file that was converted, put back and converted again is there once.
  const binned = database
    .prepare<{ book_pk: number; path: string }, string>(
      `SELECT id FROM binned_files WHERE book_pk = @book_pk AND path = @path
         AND reason = 'converted' ORDER BY pk DESC LIMIT 1`,
    )
    .pluck();
  return {
    ...common,
    plan: (id: string): ConversionRow | undefined => {
      const row = common.plan(id);
      if (!row) return undefined;
      const { page_format, page_quality, ...others } = row;
      const pages = page_format && { format: page_format, quality: page_quality ?? 80 };
      return { ...others, pages };
    },
    setPlanned: (file: ConversionFileRow, planned: PlannedConversion) =>
      setPlanned.run({
        ...{ file_pk: file.file_pk, from_path: file.path, from_size: file.file_size },
        ...planned,
      }),
    /** Before anything is moved, so that what a crash left is recognised. */
    begin: (pk: number, size: number, modified_ms: number) => begin.run({ pk, size, modified_ms }),
    /** The id in the bin of the former file of a book. */
    binned: (book_pk: number, path: string): string | null => binned.get({ book_pk, path }) ?? null,
  };
};

export type ConversionStore = ReturnType<typeof createConversionStore>;
