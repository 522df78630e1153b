import type { Database } from '../../database/types.ts';
import type { FieldChange } from '../../media/metadata-edit/document-edit.ts';
import type { BookToWrite, WriteScope } from './wanted-metadata.ts';

export interface WriteRow {
  pk: number;
  scope: WriteScope;
  library_pk: number;
  library_id: string;
  root: string;
  is_allowed: number;
}

export interface FileRow extends BookToWrite {
  file_pk: number;
  state: string;
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

/** SQL of a metadata write within its job. */
export const createWriteStore = (database: Database) => {
  const write = database.prepare<[string], WriteRow>(
    `SELECT w.pk, w.scope, w.library_pk, l.id AS library_id, l.path AS root,
       l.write_metadata AS is_allowed
     FROM metadata_writes w JOIN libraries l ON l.pk = w.library_pk WHERE w.id = ?`,
  );
  const files = database.prepare<
    { pk: number; state: string; after: number; limit: number },
    FileRow
  >(
    `SELECT f.pk AS file_pk, f.state, f.changes, f.entry, f.sidecar, f.former, f.written_hash,
       b.pk, b.id, b.path, b.format, b.file_size, b.file_modified_ms, b.error, b.missing_since,
       b.locked_fields, b.title, b.number, b.volume, b.release_date, b.language, b.summary,
       b.reading_direction, b.metadata, ${seriesJson} AS series, coalesce(c.files, '[]') AS sidecars
     FROM metadata_write_files f JOIN books b ON b.pk = f.book_pk JOIN series s ON s.pk = b.series_pk
       LEFT JOIN book_sidecars c ON c.book_pk = b.pk
     WHERE f.write_pk = @pk AND f.state = @state AND f.pk > @after ORDER BY f.pk LIMIT @limit`,
  );
  const count = database
    .prepare<{ pk: number; state: string }, number>(
      'SELECT count(*) FROM metadata_write_files WHERE write_pk = @pk AND state = @state',
    )
    .pluck();
  const plan = database.prepare<{
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
  // Files without a change get no line.
  const drop = database.prepare<[number]>('DELETE FROM metadata_write_files WHERE pk = ?');
  const setState = database.prepare<{ pk: number; state: string; reason: string | null }>(
    'UPDATE metadata_write_files SET state = @state, reason = @reason WHERE pk = @pk',
  );
  const begin = database.prepare<{ pk: number; former: Buffer | null; hash: string }>(
    `UPDATE metadata_write_files SET state = 'writing', former = @former, written_hash = @hash,
       reason = NULL WHERE pk = @pk`,
  );
  const finish = database.prepare<{ pk: number; state: string; now: string }>(
    'UPDATE metadata_write_files SET state = @state, written_at = @now WHERE pk = @pk',
  );
  const written = database
    .prepare<[number], string>(
      `SELECT changes FROM metadata_write_files
       WHERE book_pk = ? AND state = 'written' ORDER BY written_at, pk`,
    )
    .pluck();
  const keepHash = database.prepare<{ pk: number }>(
    `INSERT INTO former_document_hashes (document_hash, book_pk)
     SELECT document_hash, pk FROM books WHERE pk = @pk AND document_hash IS NOT NULL
     ON CONFLICT (document_hash) DO UPDATE SET book_pk = excluded.book_pk`,
  );
  const setHash = database.prepare<{ pk: number; hash: string | null }>(
    'UPDATE books SET document_hash = @hash WHERE pk = @pk',
  );
  const pages = database
    .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
    .pluck();
  return {
    write: (id: string) => write.get(id),
    files: (pk: number, state: string, after: number, limit: number) =>
      files.all({ pk, state, after, limit }),
    count: (pk: number, state: string) => count.get({ pk, state }) ?? 0,
    plan: (pk: number, { changes, ...planned }: PlannedFile) =>
      plan.run({ pk, ...planned, changes: JSON.stringify(changes) }),
    drop: (pk: number) => drop.run(pk),
    setState: (pk: number, state: string, reason: string | null) =>
      setState.run({ pk, state, reason }),
    /** Before the file is replaced, so that a crash leaves something to undo. */
    begin: (pk: number, former: Buffer | null, hash: string) => begin.run({ pk, former, hash }),
    finish: (pk: number, state: 'written' | 'undone', now: string) =>
      finish.run({ pk, state, now }),
    /** Keeps finding the book by the former file, and from now on by the new one. */
    followHash: (pk: number, hash: string | null): void => {
      database
        .transaction(() => {
          keepHash.run({ pk });
          setHash.run({ pk, hash });
        })
        .immediate();
    },
    pages: (pk: number) => pages.get(pk),
    /** What was written last into each field of the file of a book. */
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
