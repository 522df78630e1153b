import type { Database } from '../../database/types.ts';
import { cleanSeriesName } from '../../media/filename-parser/read-name.ts';
import { toSearchKey } from '../../text/search-key.ts';

/** The form of a name that is compared, without punctuation, which file names lack. */
const keyOf = (name: string): string => toSearchKey(name).replace(/[^\p{L}\p{N}]+/gu, '');

interface NamedSeries {
  pk: number;
  year: number | null;
}

interface Row extends NamedSeries {
  name: string;
  filename: string;
  original_title: string | null;
  /** JSON. */
  alternate_titles: string;
}

/** Finds present series of a library by name. */
export const createSeriesIndex = (database: Database, libraryPk: number) => {
  const rows = database.prepare<[number], Row>(
    `SELECT pk, year, name, filename, original_title, alternate_titles FROM series
     WHERE library_pk = ? AND missing_since IS NULL`,
  );
  const byName = new Map<string, Map<number, NamedSeries>>();
  for (const row of rows.iterate(libraryPk)) {
    const alternate = JSON.parse(row.alternate_titles) as { title: string }[];
    const names = [
      ...[row.name, row.filename, cleanSeriesName(row.filename).name, row.original_title ?? ''],
      ...alternate.map(({ title }) => title),
    ];
    for (const key of new Set(names.map(keyOf))) {
      if (key === '') continue;
      const known = byName.get(key) ?? new Map<number, NamedSeries>();
      byName.set(key, known.set(row.pk, { pk: row.pk, year: row.year }));
    }
  }
  return {
    /** The only series with this name, or this name and year; null if there are none or several. */
    find(name: string, year: number | null): number | null {
      const found = [...(byName.get(keyOf(name))?.values() ?? [])];
      if (found.length <= 1) return found[0]?.pk ?? null;
      const ofYear = found.filter((series) => series.year === year);
      return ofYear.length === 1 ? (ofYear[0]?.pk ?? null) : null;
    },
  };
};

export type SeriesIndex = ReturnType<typeof createSeriesIndex>;
