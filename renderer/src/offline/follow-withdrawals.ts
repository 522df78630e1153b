import { onMissedEvents, onServerEvent } from '../api/events.ts';
import { createRefreshQueue } from '../api/refresh-queue.ts';
import { compareWithServer } from './downloads.ts';
import { downloadNextOfAll } from './series-downloads.ts';

/** Minimum time between two comparisons (ms), because a scan changes many series. */
const intervalMs = 5_000;

/**
 * Removes downloads as soon as the server reports that this person can no longer see a book. Returns the function that
 * stops it.
 */
export const followWithdrawals = (): (() => void) => {
  let isStopped = false;
  const compare = async (changes: readonly (readonly unknown[])[]) => {
    if (isStopped) return;
    const hasRemoved = await compareWithServer((book) =>
      changes.some(([field, id]) => field === 'any' || book[field as 'id'] === id),
    );
    if (hasRemoved) await downloadNextOfAll();
  };
  const queue = createRefreshQueue((changes) => void compare(changes), intervalMs);
  const stops = [
    // For people with restrictions, a series of the library may have become hidden.
    onServerEvent('library_updated', ({ library_id }) => queue.add(['library_id', library_id])),
    onServerEvent('library_deleted', ({ library_id }) => queue.add(['library_id', library_id])),
    onServerEvent('series_deleted', ({ series_id }) => queue.add(['series_id', series_id])),
    onServerEvent('book_deleted', ({ book_id }) => queue.add(['id', book_id])),
    // The server ends the stream of a person whose rights have changed.
    onMissedEvents(() => queue.add(['any'])),
  ];
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop());
  };
};
