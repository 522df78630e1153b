import { newId, now } from '../database/ids.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';
import type { SeriesPlace } from './series-strategy.ts';
import type { NewSeries } from './series-store.ts';

/** The row of a series that is new at a place. */
export const newSeriesRow = (libraryPk: number, place: SeriesPlace): NewSeries => {
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
    now: now(),
  };
};
