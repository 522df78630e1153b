import {
  defaultScanRules,
  mergeScanRules,
  type ScanRules,
} from '../../../shared/api/scan-rules.ts';
import type { Database } from '../../database/types.ts';
import type { SeriesStrategy } from '../series/series-strategy.ts';

/** The rules that decide what is read from a file, to compare those of two scans. */
const readingRules = ({
  one_shot_folder,
  metadata_sources,
  calibre,
  title_rules,
}: ScanRules): string =>
  JSON.stringify([
    ...[one_shot_folder, Object.entries(metadata_sources).sort(), title_rules],
    ...(calibre ? ['calibre'] : []),
  ]);

/** The rules in the column `scan_rules` of a library. */
export const parseScanRules = (json: string): ScanRules =>
  mergeScanRules(defaultScanRules, JSON.parse(json) as Partial<ScanRules>);

type LibraryRow = Omit<ScanLibrary, 'scan_rules' | 'has_new_rules'> & {
  scan_rules: string;
  scanned_rules: string | null;
};

const toLibrary = ({ scanned_rules, scan_rules, ...row }: LibraryRow): ScanLibrary => {
  const rules = parseScanRules(scan_rules);
  const scanned = scanned_rules ?? readingRules(defaultScanRules);
  return { ...row, scan_rules: rules, has_new_rules: scanned !== readingRules(rules) };
};

export interface ScanLibrary {
  pk: number;
  id: string;
  path: string;
  series_strategy: SeriesStrategy;
  reading_direction: string;
  excluded_patterns: string;
  scan_rules: ScanRules;
  /** The strategy of the last scan. */
  scanned_strategy: SeriesStrategy | null;
  /** Whether rules have changed since the last scan that need files to be read again. */
  has_new_rules: boolean;
  /** The device of its folder at the last scan. */
  volume: string | null;
  /** See `CalibreScan`. */
  calibre_stamp: string | null;
}

/** Maximum of a library, so that a folder of something else does not fill the database. */
const keptUnsupported = 10_000;

/** Queries for the library of a scan and its results. */
export const createLibraryStore = (database: Database) => {
  const library = database.prepare<[string], LibraryRow>(
    `SELECT pk, id, path, series_strategy, reading_direction, excluded_patterns, scan_rules,
       scanned_strategy, scanned_rules, volume, calibre_stamp
     FROM libraries WHERE id = ?`,
  );
  const setUnavailable = database.prepare<[number]>(
    'UPDATE libraries SET available = 0 WHERE pk = ?',
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
    scanned_rules: string;
    calibre_stamp: string | null;
    now: string;
  }>(
    `UPDATE libraries SET available = 1, volume = @volume, scanned_strategy = @scanned_strategy,
       scanned_rules = @scanned_rules, calibre_stamp = @calibre_stamp, last_scanned_at = @now WHERE pk = @pk`,
  );

  const forgetCalibre = database.prepare<[number]>(
    'UPDATE libraries SET calibre_stamp = NULL WHERE pk = ?',
  );

  const forgetUnsupported = database.prepare<{ pk: number; paths: string }>(
    `DELETE FROM unsupported_files WHERE library_pk = @pk
       AND path NOT IN (SELECT value FROM json_each(@paths))`,
  );
  const noteUnsupported = database.prepare<{ pk: number; paths: string }>(
    `INSERT OR IGNORE INTO unsupported_files (library_pk, path)
     SELECT @pk, value FROM json_each(@paths)`,
  );

  return {
    /** Replaces the files of the library that Octavo does not read; unchanged ones are not written. */
    setUnsupported: (pk: number, found: readonly string[]) => {
      const paths = JSON.stringify(found.slice(0, keptUnsupported));
      forgetUnsupported.run({ pk, paths });
      noteUnsupported.run({ pk, paths });
    },
    /** Lets the next scan read the calibre database again. */
    forgetCalibre: (pk: number) => forgetCalibre.run(pk),
    library: (id: string) => {
      const row = library.get(id);
      return row && toLibrary(row);
    },
    setUnavailable: (pk: number) => setUnavailable.run(pk),
    /** Without `scanned_strategy`, the next scan regroups all books. */
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
      scan_rules: ScanRules;
      calibre_stamp: string | null;
      now: string;
    }) => {
      const { scan_rules, ...others } = row;
      finish.run({ ...others, scanned_rules: readingRules(scan_rules) });
    },
  };
};
