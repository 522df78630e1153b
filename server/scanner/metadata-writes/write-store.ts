import { withFullSync } from '../../database/full-sync.ts';
import type { Database } from '../../database/types.ts';
import type { FieldChange } from '../../media/metadata-edit/document-edit.ts';
import { metadataWriteTables } from '../file-plans/plan-tables.ts';
import { createPlannedFilesStore, type FilePlanRow } from '../file-plans/planned-files-store.ts';
import type { BookToWrite, WriteScope } from './wanted-metadata.ts';

export interface WriteRow extends FilePlanRow {
  scope: WriteScope;
}

export interface FileRow extends BookToWrite {
  changes: string;
  entry: string | null;
  sidecar: string | null;
  former: Buffer | null;
  written_hash: string | null;
}

export interface PlannedFile {
  state: 'planned' | 'skipped';
  reason: string | null;
  changes: FieldChange[];
  entry: string | null;
  /** The file beside the book, relative to the library; null if the book's own file is written. */
  sidecar: string | null;
}

const seriesJson = `json_object('locked_fields', s.locked_fields, 'name', s.name, 'language', s.language,
  'age_rating', s.age_rating, 'reading_direction', s.reading_direction, 'publisher', s.publisher,
  'imprint', s.imprint, 'total_volumes', s.total_volumes, 'authors', s.authors, 'genres', s.genres,
  'tags', s.tags)`;

/** SQL for a metadata write, within its job. */
export const createWriteStore = (database: Database) => {
  const common = createPlannedFilesStore<WriteRow, FileRow>(database, metadataWriteTables, {
    plan: 'p.scope',
    file: `f.changes, f.entry, f.sidecar, f.former, f.written_hash, b.locked_fields, b.number,
      b.volume, b.release_date, b.language, b.summary, b.reading_direction, b.metadata,
      ${seriesJson} AS series, coalesce(c.files, '[]') AS sidecars`,
    joins: `JOIN series s ON s.pk = b.series_pk
      LEFT JOIN book_sidecars c ON c.book_pk = b.pk`,
  });
  const setPlanned = database.prepare<{
    pk: number;
    state: string;
    reason: string | null;
    changes: string;
    entry: string | null;
    sidecar: string | null;
  }>(
    `UPDATE metadata_write_files SET state = @state, reason = @reason, changes = @changes,
       entry = @entry, sidecar = @sidecar WHERE pk = @pk`,
  );
  const begin = database.prepare<{ pk: number; former: Buffer | null; hash: string }>(
    `UPDATE metadata_write_files SET state = 'writing', former = @former, written_hash = @hash,
       reason = NULL WHERE pk = @pk`,
  );
  const written = database
    .prepare<[number], string>(
      `SELECT changes FROM metadata_write_files
       WHERE book_pk = ? AND state = 'written' ORDER BY written_at, pk`,
    )
    .pluck();
  return {
    ...common,
    setPlanned: (pk: number, { changes, ...planned }: PlannedFile) =>
      setPlanned.run({ pk, ...planned, changes: JSON.stringify(changes) }),
    /** Called before the file is replaced, so that it can be undone after a crash. */
    begin: (pk: number, former: Buffer | null, hash: string) =>
      withFullSync(database, () => begin.run({ pk, former, hash })),
    /** The last value written into each field of the file of a book. */
    lastWritten: (bookPk: number): Map<string, unknown> =>
      new Map(
        written
          .all(bookPk)
          .flatMap((changes) => JSON.parse(changes) as FieldChange[])
          .map(({ field, after }) => [field, after]),
      ),
  };
};

export type WriteStore = ReturnType<typeof createWriteStore>;
