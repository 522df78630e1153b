import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';
import { parseScanRules } from '../scan/library-store.ts';
import { newSeriesRow } from './series-row.ts';
import { seriesKeyOfUnopened, type SeriesKey, type SeriesStrategy } from './series-strategy.ts';
import { createScanStore } from '../scan/store.ts';

export interface ChangedSeries {
  pk: number;
  id: string;
  /** `appeared` got its first books, `ended` lost its last. */
  what: 'appeared' | 'ended' | 'changed';
}

/**
 * Finds and creates series with the rules of a scan, for manual moves. Only inside a transaction.
 */
export const createSeriesAssignment = (database: Database) => {
  const store = createScanStore(database);
  const seriesAt = database
    .prepare<[number, string], number>('SELECT pk FROM series WHERE library_pk = ? AND path = ?')
    .pluck();
  const rulesOf = database
    .prepare<[number], string>('SELECT scan_rules FROM libraries WHERE pk = ?')
    .pluck();
  const move = database.prepare<{ pk: number; series_pk: number; now: string }>(
    'UPDATE books SET series_pk = @series_pk, modified_at = @now WHERE pk = @pk',
  );
  const appear = database.prepare<[string, string], { pk: number; id: string }>(
    `UPDATE series SET missing_since = NULL, date_updated = ?
     WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NOT NULL AND book_count > 0
     RETURNING pk, id`,
  );
  const end = database.prepare<[string, string], { pk: number; id: string }>(
    `UPDATE series SET missing_since = ?
     WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NULL AND book_count = 0
     RETURNING pk, id`,
  );
  const present = database.prepare<[string], { pk: number; id: string }>(
    'SELECT pk, id FROM series WHERE pk IN (SELECT value FROM json_each(?)) AND missing_since IS NULL',
  );

  const make = (libraryPk: number, seriesKey: SeriesKey): number =>
    store.insertSeries(newSeriesRow(libraryPk, seriesKey));

  return {
    make,
    /** The default series of a book without a manual assignment. */
    defaultSeriesOf: (
      library: { pk: number; series_strategy: SeriesStrategy },
      book: { path: string; embedded_series: string | null },
    ): number => {
      const scan_rules = parseScanRules(rulesOf.get(library.pk) ?? '{}');
      const seriesKey = seriesKeyOfUnopened({ ...library, scan_rules }, book);
      return (
        store.chosen({ library_pk: library.pk, book_pk: null, key: seriesKey.key }) ??
        seriesAt.get(library.pk, seriesKey.key) ??
        make(library.pk, seriesKey)
      );
    },
    move: (bookPk: number, seriesPk: number) =>
      void move.run({ pk: bookPk, series_pk: seriesPk, now: isoNow() }),
    /** Shows series that have books and hides those that have none. */
    refreshVisibility: (pks: readonly number[]): ChangedSeries[] => {
      const list = JSON.stringify(pks);
      const appeared = appear.all(isoNow(), list);
      const ended = end.all(isoNow(), list);
      const known = new Set(appeared.map(({ pk }) => pk));
      const markedAs = (what: ChangedSeries['what']) => (row: { pk: number; id: string }) => ({
        ...row,
        what,
      });
      return [
        ...appeared.map(markedAs('appeared')),
        ...ended.map(markedAs('ended')),
        ...present
          .all(list)
          .filter(({ pk }) => !known.has(pk))
          .map(markedAs('changed')),
      ];
    },
  };
};
