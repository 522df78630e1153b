import { setTimeout as delay } from 'node:timers/promises';

import { createImageQueue } from '../media/image-queue.ts';
import { createThumbnails } from '../media/thumbnails.ts';
import type { Database } from '../database/database.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import type { JobResults, RemoveJob } from './jobs.ts';

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

const createRemoveStore = (database: Database, job: RemoveJob) => {
  const next = database
    .prepare<[object], string>(
      `SELECT b.id FROM books b WHERE ${conditionOf(job)} LIMIT ${batchSize}`,
    )
    .pluck();
  const remove = database.prepare('DELETE FROM books WHERE id IN (SELECT value FROM json_each(?))');
  const removeSeries = database.prepare<[string]>(
    `DELETE FROM series WHERE pk IN (
       SELECT pk FROM series WHERE library_pk = (SELECT pk FROM libraries WHERE id = ?)
       LIMIT ${batchSize})`,
  );
  return {
    /** Removes a few of the books and gives their ids. */
    removeNext: (): string[] => {
      const ids = next.all(job.what);
      remove.run(JSON.stringify(ids));
      return ids;
    },
    /** Removes a few series of a library; tells whether there were any. */
    removeNextSeries: (libraryId: string) => removeSeries.run(libraryId).changes > 0,
  };
};

/**
 * Removes what is known of books, with their covers and what was read of them; never a file of theirs.
 * What was removed when it is cancelled stays removed.
 */
export const remove = async (
  job: RemoveJob,
  { database, thumbnailsDir, cancelled }: JobContext,
): Promise<JobResults['remove']> => {
  const store = createRemoveStore(database, job);
  const thumbnails = createThumbnails({ dir: thumbnailsDir, queue: createImageQueue() });
  let removed = 0;
  for (;;) {
    if (cancelled()) throw new CancelledError();
    const ids = store.removeNext();
    if (ids.length === 0) break;
    for (const id of ids) await thumbnails.remove(id);
    removed += ids.length;
    await delay(restMs);
  }
  // A series whose books are missing stays: it may have been edited.
  if ('missing' in job.what) return { removed };
  while (store.removeNextSeries(job.what.library_id)) {
    if (cancelled()) throw new CancelledError();
    await delay(restMs);
  }
  return { removed };
};
