import type { FolderSidecars } from '../scan/walk-only.ts';
import type { SidecarFile } from '../scan/sidecar-files.ts';
import type { SeriesStatus } from '../../../shared/api/series-record.ts';
import type { Author } from '../../../shared/schemas.ts';
import type { Database } from '../../database/types.ts';
import { assignments } from '../scan/assignments.ts';
import { type BookOfVolume, volumeColumns } from './volume-store.ts';

export interface KnownSeries {
  pk: number;
  id: string;
  path: string;
  missing_since: string | null;
  sidecar_modified_ms: number | null;
  /** JSON of the picture in its folder. */
  cover_file: string | null;
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

/** The fields of a book that its series needs. */
export interface BookOfSeries extends BookOfVolume {
  language: string | null;
  summary: string | null;
  release_date: string | null;
  reading_direction: string | null;
  metadata: string;
  series_facts: string;
}

/** Columns of a series derived from its books. */
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

/** Queries for the series of a library and their books. */
export const createScanSeriesStore = (database: Database) => {
  const series = database.prepare<[number], KnownSeries>(
    'SELECT pk, id, path, missing_since, sidecar_modified_ms, cover_file FROM series WHERE library_pk = ?',
  );
  const seriesIds = database.prepare<[number], { id: string; library_id: string }>(
    'SELECT s.id, l.id AS library_id FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.pk = ?',
  );
  const insertSeries = database.prepare<NewSeries>(
    `INSERT INTO series (id, library_pk, path, filename, filename_key, name, name_sort, name_key, year,
       publisher, metadata_updated_at, date_added, date_updated, is_provisional)
     VALUES (@id, @library_pk, @path, @filename, @filename_key, @name, @name_sort, @name_key, @year,
       @publisher, @now, @now, @now, 1)`,
  );
  const booksOfSeries = database.prepare<[number], BookOfSeries>(
    `SELECT language, summary, release_date, reading_direction, metadata, series_facts, ${volumeColumns}
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
      cover_file: string | null;
    }
  >(
    `SELECT ${summaryColumns.join(', ')}, locked_fields, file_values, missing_since, path, filename,
       sidecar_modified_ms, cover_file
     FROM series WHERE pk = ?`,
  );
  const updateSeries = database.prepare(
    `UPDATE series SET ${assignments(summaryColumns)}, missing_since = @missing_since,
       sidecar_modified_ms = @sidecar_modified_ms, cover_file = @cover_file, file_values = @file_values,
       metadata_updated_at = @now,
       date_updated = CASE WHEN @is_new THEN date_added WHEN @is_quiet THEN date_updated ELSE @now END,
       is_provisional = EXISTS (
         SELECT 1 FROM books b CROSS JOIN series_departures d ON d.book_pk = b.pk
         WHERE b.series_pk = series.pk AND d.decided = 0 AND d.series_pk <> series.pk)
     WHERE pk = @pk`,
  );
  const renewSeries = database.prepare<{ pk: number; now: string }>(
    'UPDATE series SET date_updated = @now WHERE pk = @pk',
  );
  const hideSeries = database.prepare<{ pk: number; now: string }>(
    'UPDATE series SET missing_since = @now, date_updated = @now WHERE pk = @pk AND missing_since IS NULL',
  );
  const markStale = database.prepare<[number, number]>(
    `INSERT INTO stale_series (is_quiet, series_pk) SELECT ?, pk FROM series WHERE pk = ?
     ON CONFLICT DO UPDATE SET is_quiet = min(is_quiet, excluded.is_quiet)`,
  );
  const markSummarized = database.prepare<[number]>('DELETE FROM stale_series WHERE series_pk = ?');
  const staleSeries = database.prepare<[number], { pk: number; is_quiet: number }>(
    `SELECT s.pk, t.is_quiet FROM stale_series t JOIN series s ON s.pk = t.series_pk
     WHERE s.library_pk = ?`,
  );

  return {
    series: (libraryPk: number) => series.all(libraryPk),
    /** The `series.json` (its modification time, ms since the epoch) and picture in folders of series. */
    folderSidecars: (libraryPk: number): FolderSidecars => {
      const rows = series.all(libraryPk);
      return {
        sidecars: new Map(
          rows.flatMap(({ path, sidecar_modified_ms: modified }) =>
            modified === null ? [] : [[path, modified] as const],
          ),
        ),
        folderCovers: new Map(
          rows.flatMap(({ path, cover_file: cover }) =>
            cover === null ? [] : [[path, JSON.parse(cover) as SidecarFile] as const],
          ),
        ),
      };
    },
    seriesIds: (pk: number) => seriesIds.get(pk),
    /** A provisional series: its summary must be written. */
    insertSeries: (row: NewSeries): number => {
      const pk = Number(insertSeries.run(row).lastInsertRowid);
      markStale.run(0, pk);
      return pk;
    },
    booksOfSeries: (pk: number) => booksOfSeries.all(pk),
    seriesFields: (pk: number) => seriesFields.get(pk),
    updateSeries: (row: Record<string, unknown>) => updateSeries.run(row),
    renewSeries: (row: { pk: number; now: string }) => renewSeries.run(row),
    /** Notes that the summary of a series must be written, until `markSummarized`. */
    markStale: (pk: number, isQuiet: boolean) => markStale.run(Number(isQuiet), pk),
    markSummarized: (pk: number) => markSummarized.run(pk),
    /** The marked series of a library. */
    staleSeries: (libraryPk: number) => staleSeries.all(libraryPk),
    hideSeries: (row: { pk: number; now: string }) => hideSeries.run(row),
  };
};
