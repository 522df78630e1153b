import type { SeriesStatus } from '../../shared/api/series-record.ts';
import type { Author } from '../../shared/schemas.ts';
import type { Database } from '../database/database.ts';
import type { BookRow, ReadBook } from './book-row.ts';
import type { KnownBook } from './identity.ts';
import { createPlacementStore } from './placement-store.ts';
import type { SeriesStrategy } from './series-strategy.ts';

export interface ScanLibrary {
  pk: number;
  id: string;
  path: string;
  series_strategy: SeriesStrategy;
  reading_direction: string;
  excluded_patterns: string;
  /** By which the last scan grouped. */
  scanned_strategy: SeriesStrategy | null;
  /** The device that its folder lay on at the last scan. */
  volume: string | null;
}

export interface KnownSeries {
  pk: number;
  id: string;
  path: string;
  missing_since: string | null;
  sidecar_modified_ms: number | null;
}

export interface NewSeries {
  id: string;
  library_pk: number;
  path: string;
  filename: string;
  filename_key: string;
  name: string;
  name_sort: string;
  name_key: string;
  year: number | null;
  publisher: string | null;
  now: string;
}

export type StoredBookRow = Omit<BookRow, 'metadata' | 'series_facts'> & {
  metadata: string;
  series_facts: string;
  locked_fields: string;
  file_values: string;
};

/** What a book contributes to its series. */
export interface BookOfSeries {
  language: string | null;
  summary: string | null;
  release_date: string | null;
  reading_direction: string | null;
  metadata: string;
  series_facts: string;
  volume: number | null;
  chapter: number | null;
}

/** The columns of a series that its books decide. */
export interface SeriesSummary {
  name: string;
  name_sort: string;
  name_key: string;
  summary: string | null;
  publisher: string | null;
  imprint: string | null;
  status: SeriesStatus | null;
  language: string | null;
  year: number | null;
  release_date: string | null;
  reading_direction: string | null;
  age_rating: number | null;
  total_volumes: number | null;
  total_chapters: number | null;
  alternate_titles: { label: string; title: string }[];
  authors: Author[];
  genres: string[];
  tags: string[];
}

const knownColumns = `b.pk, b.id, b.library_pk, b.series_pk, b.path, b.format, b.file_size, b.file_modified_ms, b.device,
  b.inode, b.fingerprint, b.file_hash, b.embedded_series, b.error, b.missing_since`;

const rowColumns = [
  'path',
  'filename',
  'filename_hash',
  'format',
  'title',
  'title_sort',
  'title_key',
  'number',
  'volume',
  'chapter',
  'file_size',
  'file_modified_at',
  'file_modified_ms',
  'device',
  'inode',
  'fingerprint',
  'embedded_series',
  'page_count',
  'note',
  'error',
  'release_date',
  'language',
  'summary',
  'reading_direction',
  'metadata',
  'series_facts',
] as const;

const summaryColumns = [
  'name',
  'name_sort',
  'name_key',
  'summary',
  'publisher',
  'imprint',
  'status',
  'language',
  'year',
  'release_date',
  'reading_direction',
  'age_rating',
  'total_volumes',
  'total_chapters',
  'alternate_titles',
  'authors',
  'genres',
  'tags',
] as const;

const assignments = (columns: readonly string[]) =>
  columns.map((name) => `${name} = @${name}`).join(', ');

const toColumns = (row: BookRow) => ({
  ...row,
  metadata: JSON.stringify(row.metadata),
  series_facts: JSON.stringify(row.series_facts),
});

/** The statements of a scan, prepared once for its connection. */
export const createScanStore = (database: Database) => {
  const library = database.prepare<[string], ScanLibrary>(
    `SELECT pk, id, path, series_strategy, reading_direction, excluded_patterns, scanned_strategy, volume
     FROM libraries WHERE id = ?`,
  );
  const books = database.prepare<[number], KnownBook>(
    `SELECT ${knownColumns} FROM books b WHERE b.library_pk = ?`,
  );
  const missingElsewhere = database.prepare<{ library_pk: number }, KnownBook>(
    `SELECT ${knownColumns} FROM books b
     WHERE b.missing_since IS NOT NULL AND b.library_pk <> @library_pk`,
  );
  // A file that moved between libraries and whose old one was not scanned since.
  const sameInode = database.prepare<
    { library_pk: number; inodes: string },
    KnownBook & { root: string }
  >(
    `SELECT ${knownColumns}, l.path AS root FROM books b JOIN libraries l ON l.pk = b.library_pk
     WHERE b.library_pk <> @library_pk AND b.missing_since IS NULL
       AND b.inode IN (SELECT value FROM json_each(@inodes))`,
  );
  const series = database.prepare<[number], KnownSeries>(
    'SELECT pk, id, path, missing_since, sidecar_modified_ms FROM series WHERE library_pk = ?',
  );
  const seriesIds = database.prepare<[number], { id: string; library_id: string }>(
    'SELECT s.id, l.id AS library_id FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.pk = ?',
  );
  const insertSeries = database.prepare<NewSeries>(
    `INSERT INTO series (id, library_pk, path, filename, filename_key, name, name_sort, name_key, year,
       publisher, metadata_updated_at, date_added, date_updated)
     VALUES (@id, @library_pk, @path, @filename, @filename_key, @name, @name_sort, @name_key, @year,
       @publisher, @now, @now, @now)`,
  );
  const insertBook = database.prepare(
    `INSERT INTO books (id, library_pk, series_pk, created_at, modified_at, ${rowColumns.join(', ')})
     VALUES (@id, @library_pk, @series_pk, @now, @now, ${rowColumns.map((name) => `@${name}`).join(', ')})`,
  );
  const storedBook = database.prepare<[number], StoredBookRow>(
    `SELECT ${rowColumns.join(', ')}, locked_fields, file_values FROM books WHERE pk = ?`,
  );
  // A text has no pages until it was counted; until then those of the file before keep its readers' places.
  const updateBook = database.prepare(
    `UPDATE books SET ${assignments(rowColumns.filter((name) => name !== 'page_count'))},
       page_count = iif(@page_count = 0 AND @error IS NULL, page_count, @page_count),
       library_pk = @library_pk, series_pk = @series_pk, file_values = @file_values,
       file_hash = iif(@same_content, file_hash, NULL), analyzed = iif(@same_content, analyzed, 0),
       missing_since = NULL, modified_at = @now WHERE pk = @pk`,
  );
  const park = database.prepare<{ library_pk: number; path: string; pk: number }>(
    `UPDATE books SET path = path || char(0) || pk
     WHERE library_pk = @library_pk AND path = @path AND pk <> @pk`,
  );
  const restoreBook = database.prepare<{ pk: number; series_pk: number; now: string }>(
    `UPDATE books SET missing_since = NULL, series_pk = @series_pk, modified_at = @now WHERE pk = @pk`,
  );
  const markMissing = database.prepare<{ pk: number; now: string }>(
    'UPDATE books SET missing_since = @now WHERE pk = @pk AND missing_since IS NULL',
  );
  const putPages = database.prepare<{
    book_pk: number;
    pages: string;
    cover: string | null;
    publication: string | null;
  }>(
    `INSERT INTO book_pages (book_pk, pages, cover, publication)
     VALUES (@book_pk, @pages, @cover, @publication)
     ON CONFLICT (book_pk) DO UPDATE SET pages = excluded.pages, cover = excluded.cover,
       publication = excluded.publication`,
  );
  const booksOfSeries = database.prepare<[number], BookOfSeries>(
    `SELECT language, summary, release_date, reading_direction, metadata, series_facts, volume, chapter
     FROM books
     WHERE series_pk = ? AND missing_since IS NULL ORDER BY number_key, title_key, pk`,
  );
  const seriesFields = database.prepare<
    [number],
    Record<(typeof summaryColumns)[number], string | number | null> & {
      locked_fields: string;
      file_values: string;
      missing_since: string | null;
      path: string;
      filename: string;
      sidecar_modified_ms: number | null;
    }
  >(
    `SELECT ${summaryColumns.join(', ')}, locked_fields, file_values, missing_since, path, filename,
       sidecar_modified_ms
     FROM series WHERE pk = ?`,
  );
  const updateSeries = database.prepare(
    `UPDATE series SET ${assignments(summaryColumns)}, missing_since = @missing_since,
       sidecar_modified_ms = @sidecar_modified_ms, file_values = @file_values,
       metadata_updated_at = @now, date_updated = @now WHERE pk = @pk`,
  );
  const hideSeries = database.prepare<{ pk: number; now: string }>(
    'UPDATE series SET missing_since = @now, date_updated = @now WHERE pk = @pk AND missing_since IS NULL',
  );
  const setAvailable = database.prepare<{ pk: number; available: number }>(
    'UPDATE libraries SET available = @available WHERE pk = @pk',
  );
  const setStrategy = database.prepare<{
    pk: number;
    series_strategy: SeriesStrategy;
    scanned_strategy: SeriesStrategy | null;
    now: string;
  }>(
    `UPDATE libraries SET series_strategy = @series_strategy, scanned_strategy = @scanned_strategy,
       updated_at = @now WHERE pk = @pk`,
  );
  const finish = database.prepare<{
    pk: number;
    volume: string | null;
    scanned_strategy: SeriesStrategy;
    now: string;
  }>(
    `UPDATE libraries SET available = 1, volume = @volume, scanned_strategy = @scanned_strategy,
       last_scanned_at = @now WHERE pk = @pk`,
  );

  return {
    ...createPlacementStore(database),
    library: (id: string) => library.get(id),
    books: (libraryPk: number) => books.all(libraryPk),
    missingElsewhere: (libraryPk: number) => missingElsewhere.all({ library_pk: libraryPk }),
    sameInode: (libraryPk: number, inodes: string[]) =>
      sameInode.all({ library_pk: libraryPk, inodes: JSON.stringify(inodes) }),
    series: (libraryPk: number) => series.all(libraryPk),
    seriesIds: (pk: number) => seriesIds.get(pk),
    insertSeries: (row: NewSeries) => Number(insertSeries.run(row).lastInsertRowid),
    insertBook: (
      row: BookRow,
      own: { id: string; library_pk: number; series_pk: number; now: string },
    ) => Number(insertBook.run({ ...toColumns(row), ...own }).lastInsertRowid),
    storedBook: (pk: number) => storedBook.get(pk),
    updateBook: (
      row: BookRow,
      own: {
        pk: number;
        library_pk: number;
        series_pk: number;
        /** JSON: what the file says of the locked fields. */
        file_values: string;
        /** 1 keeps what analysis and hashing found. */
        same_content: 0 | 1;
        now: string;
      },
    ) => updateBook.run({ ...toColumns(row), ...own }),
    /** Frees a path that another row still holds, until that row gets its own new one. */
    park: (place: { library_pk: number; path: string; pk: number }) => park.run(place),
    restoreBook: (row: { pk: number; series_pk: number; now: string }) => restoreBook.run(row),
    markMissing: (row: { pk: number; now: string }) => markMissing.run(row),
    putPages: (
      bookPk: number,
      { pages, cover, publication }: Pick<ReadBook, 'pages' | 'cover' | 'publication'>,
    ) =>
      putPages.run({
        book_pk: bookPk,
        pages: JSON.stringify(pages),
        cover: cover && JSON.stringify(cover),
        publication: publication && JSON.stringify(publication),
      }),
    booksOfSeries: (pk: number) => booksOfSeries.all(pk),
    seriesFields: (pk: number) => seriesFields.get(pk),
    updateSeries: (row: Record<string, unknown>) => updateSeries.run(row),
    hideSeries: (row: { pk: number; now: string }) => hideSeries.run(row),
    setAvailable: (pk: number, available: boolean) =>
      setAvailable.run({ pk, available: Number(available) }),
    /** Without `scanned_strategy` the next scan groups all books again. */
    setStrategy: (row: {
      pk: number;
      series_strategy: SeriesStrategy;
      scanned_strategy: SeriesStrategy | null;
      now: string;
    }) => setStrategy.run(row),
    finish: (row: {
      pk: number;
      volume: string | null;
      scanned_strategy: SeriesStrategy;
      now: string;
    }) => finish.run(row),
    /** Runs `work` as one transaction that takes the writer's lock at once, so that it cannot fail halfway. */
    atomically: (work: () => void) => {
      database.transaction(work).immediate();
    },
  };
};

export type ScanStore = ReturnType<typeof createScanStore>;
