import { newId, isoNow } from '../../database/ids.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import type { SeriesKey } from './series-strategy.ts';
import type { NewSeries } from './series-store.ts';

/** The row for a new series with a key. */
export const newSeriesRow = (libraryPk: number, seriesKey: SeriesKey): NewSeries => {
  const nameSort = sortTitle(seriesKey.name);
  return {
    id: newId(),
    library_pk: libraryPk,
    path: seriesKey.key,
    filename: seriesKey.filename,
    filename_key: naturalKey(seriesKey.filename),
    name: seriesKey.name,
    name_sort: nameSort,
    name_key: naturalKey(nameSort),
    year: seriesKey.year,
    publisher: seriesKey.publisher,
    now: isoNow(),
  };
};
