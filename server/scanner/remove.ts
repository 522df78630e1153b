import { setTimeout as delay } from 'node:timers/promises';

import { createImageQueue } from '../media/image-queue.ts';
import { createThumbnails } from '../media/thumbnails.ts';
import type { Database } from '../database/database.ts';
import { now } from '../database/ids.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import type { EntityEvent, JobResults, RemoveJob } from './jobs.ts';

/** Rows of one transaction: about 5 ms, since whoever writes in the meantime waits for its end. */
const batchSize = 20;
/** Between two transactions, ms: without it the writer's lock is hardly ever free for others. */
const restMs = 5;

const conditionOf = ({ what }: RemoveJob): string => {
  const conditions = [
    'missing' in what ? 'b.missing_since IS NOT NULL' : [],
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
    /** Removes a few of the books and returns them. */
    removeNext: (): RemovedBook[] => {
      const books = next.all(job.what);
      remove.run(JSON.stringify(books.map(({ book_id }) => book_id)));
      return books;
    },
    /** Removes a few series of a library and returns them. */
    removeNextSeries: (library_id: string): RemovedSeries[] => removeSeries.all({ library_id }),
  };
};

/** A library takes along what is missing without a word: it was announced when it went missing. */
const eventsOf = ({ what }: RemoveJob, books: readonly RemovedBook[]): EntityEvent[] =>
  books
    .filter(({ missing }) => 'missing' in what || missing === 0)
    .map(({ missing: _missing, ...ids }) => ({ type: 'book_deleted', ...ids, timestamp: now() }));

const seriesEventsOf = (series: readonly RemovedSeries[]): EntityEvent[] =>
  series
    .filter(({ missing }) => missing === 0)
    .map(({ missing: _missing, ...ids }) => ({ type: 'series_deleted', ...ids, timestamp: now() }));

/**
 * Removes what is known of books, with their covers and what was read of them; never a file of theirs.
 * What was removed when it is cancelled stays removed.
 */
export const remove = async (
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
    for (const { book_id } of books) await thumbnails.remove(book_id);
    removed += books.length;
    await delay(restMs);
  }
  // A series whose books are missing stays: it may have been edited.
  if ('missing' in job.what) return { removed };
  for (;;) {
    const series = store.removeNextSeries(job.what.library_id);
    if (series.length === 0) return { removed };
    send({ type: 'events', events: seriesEventsOf(series) });
    if (cancelled()) throw new CancelledError();
    await delay(restMs);
  }
};
