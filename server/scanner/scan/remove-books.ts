import { setTimeout as delay } from 'node:timers/promises';

import { createImageQueue } from '../../media/image-queue.ts';
import { createThumbnails } from '../../media/thumbnails.ts';
import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import type { EntityEvent, JobResults, RemoveJob } from '../../jobs/jobs.ts';

/** Rows per transaction: about 8 ms, because other writers wait for its end. */
const batchSize = 50;
/** Pause between transactions, ms: without it the write lock is rarely free for others. */
const restMs = 5;

const conditionOf = ({ what }: RemoveJob): string => {
  const conditions = [
    'missing' in what
      ? `b.missing_since IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM set_aside_copies c WHERE c.book_pk = b.pk)
         AND NOT EXISTS (
           SELECT 1 FROM binned_files f WHERE f.book_pk = b.pk AND f.reason = 'deleted')`
      : [],
    what.library_id === undefined
      ? []
      : 'b.library_pk = (SELECT pk FROM libraries WHERE id = @library_id)',
    'book_id' in what ? 'b.id = @book_id' : [],
  ];
  return conditions.flat().join(' AND ');
};

interface RemovedBook {
  book_id: string;
  series_id: string;
  library_id: string;
  missing: number;
}

type RemovedSeries = Omit<RemovedBook, 'book_id'>;

const createRemoveStore = (database: Database, job: RemoveJob) => {
  const next = database.prepare<[object], RemovedBook>(
    `SELECT b.id AS book_id, s.id AS series_id, l.id AS library_id,
       b.missing_since IS NOT NULL AS missing
     FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk
     WHERE ${conditionOf(job)} LIMIT ${batchSize}`,
  );
  const remove = database.prepare('DELETE FROM books WHERE id IN (SELECT value FROM json_each(?))');
  const removeSeries = database.prepare<[object], RemovedSeries>(
    `DELETE FROM series WHERE pk IN (
       SELECT pk FROM series WHERE library_pk = (SELECT pk FROM libraries WHERE id = @library_id)
       LIMIT ${batchSize})
     RETURNING id AS series_id, @library_id AS library_id, missing_since IS NOT NULL AS missing`,
  );
  return {
    /** Removes and returns the next batch of books. */
    removeNext: (): RemovedBook[] => {
      const books = next.all(job.what);
      remove.run(JSON.stringify(books.map(({ book_id }) => book_id)));
      return books;
    },
    /** Removes and returns the next batch of a library's series. */
    removeNextSeries: (library_id: string): RemovedSeries[] => removeSeries.all({ library_id }),
  };
};

/**
 * When a library is removed, its missing books are not announced, because that happened when they
 * went missing.
 */
const eventsOf = ({ what }: RemoveJob, books: readonly RemovedBook[]): EntityEvent[] =>
  books
    .filter(({ missing }) => 'missing' in what || missing === 0)
    .map(({ missing: _missing, ...ids }) => ({
      type: 'book_deleted',
      ...ids,
      timestamp: isoNow(),
    }));

const seriesEventsOf = (series: readonly RemovedSeries[]): EntityEvent[] =>
  series
    .filter(({ missing }) => missing === 0)
    .map(({ missing: _missing, ...ids }) => ({
      type: 'series_deleted',
      ...ids,
      timestamp: isoNow(),
    }));

/**
 * Removes the records of books with their covers and reading progress, never their files. On
 * cancellation, completed removals stay.
 */
export const removeBooks = async (
  job: RemoveJob,
  { database, thumbnailsDir, cancelled, send }: JobContext,
): Promise<JobResults['remove']> => {
  const store = createRemoveStore(database, job);
  const thumbnails = createThumbnails({ dir: thumbnailsDir, queue: createImageQueue() });
  let removed = 0;
  for (;;) {
    if (cancelled()) throw new CancelledError();
    const books = store.removeNext();
    if (books.length === 0) break;
    send({ type: 'events', events: eventsOf(job, books) });
    const removeCovers = books.map(({ book_id }) => thumbnails.remove(book_id));
    await Promise.all([delay(restMs), ...removeCovers]);
    removed += books.length;
    send({ type: 'remove_progress', removed });
  }
  // A series of missing books stays, because it can have manual edits.
  if ('missing' in job.what) return { removed };
  for (;;) {
    const series = store.removeNextSeries(job.what.library_id);
    if (series.length === 0) return { removed };
    send({ type: 'events', events: seriesEventsOf(series) });
    if (cancelled()) throw new CancelledError();
    await delay(restMs);
  }
};
