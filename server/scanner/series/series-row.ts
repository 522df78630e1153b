import { newId, isoNow } from '../../database/ids.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import type { SeriesKey } from './series-strategy.ts';
import type { NewSeries } from './series-store.ts';

/** The row for a new series at a place. */
export const newSeriesRow = (libraryPk: number, place: SeriesKey): NewSeries => {
  const nameSort = sortTitle(place.name);
  return {
    id: newId(),
    library_pk: libraryPk,
    path: place.key,
    filename: place.filename,
    filename_key: naturalKey(place.filename),
    name: place.name,
    name_sort: nameSort,
    name_key: naturalKey(nameSort),
    year: place.year,
    publisher: place.publisher,
    now: isoNow(),
  };
};
