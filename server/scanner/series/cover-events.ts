import { isoNow } from '../../database/ids.ts';
import type { ScanReporter } from '../scan/scan-reporter.ts';

export interface SeriesIds {
  id: string;
  library_id: string;
}

/** Publishes that cover files beside books were added, changed or removed. */
export const createCoverEvents = (
  reporter: ScanReporter,
  idsOf: (seriesPk: number) => SeriesIds | undefined,
) => {
  const send = (entity: 'book' | 'series', book_id: string | null, ids: SeriesIds) =>
    reporter.event({
      type: 'cover_updated',
      action: 'added',
      entity,
      book_id,
      series_id: ids.id,
      library_id: ids.library_id,
      timestamp: isoNow(),
    });
  return {
    /** Its series can show the same cover. */
    ofBook: (bookId: string, seriesPk: number) => {
      const ids = idsOf(seriesPk);
      if (!ids) return;
      send('book', bookId, ids);
      send('series', bookId, ids);
    },
    ofSeries: (ids: SeriesIds) => send('series', null, ids),
  };
};
