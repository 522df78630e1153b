import { setImmediate as pause } from 'node:timers/promises';

import { createImageQueue } from '../media/image-queue.ts';
import { createThumbnails } from '../media/thumbnails.ts';
import type { Database } from '../database/database.ts';
import { CancelledError, type JobContext } from './job-context.ts';
import type { JobResults, RemoveJob } from './jobs.ts';

/** Rows of one transaction: about 5 ms, since whoever writes in the meantime waits for its end. */
const batchSize = 20;

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
  return {
    /** Removes a few of the books and gives their ids. */
    removeNext: (): string[] => {
      const ids = next.all(job.what);
      remove.run(JSON.stringify(ids));
      return ids;
    },
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
    if (ids.length === 0) return { removed };
    for (const id of ids) await thumbnails.remove(id);
    removed += ids.length;
    await pause();
  }
};
