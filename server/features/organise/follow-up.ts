import type { Logger } from 'pino';

import type { Bus } from '../../bus.ts';
import type { ChangedSeries } from '../../scanner/homes.ts';
import type { Executor } from '../../scanner/jobs.ts';

/** What was changed by hand: books for everybody to see, with the series that they are in now. */
export interface Changed {
  books: { id: string; series_pk: number; what?: 'appeared' | 'ended' }[];
  series: ChangedSeries[];
}

export type FollowUp = (libraryId: string, changed: Changed) => Promise<void>;

/** Tells of what changed by hand, and brings what the series say of themselves up to date. */
export const createFollowUp =
  ({
    executor,
    bus,
    log,
  }: {
    executor: Pick<Executor, 'run'>;
    bus: Bus;
    log: Pick<Logger, 'error'>;
  }): FollowUp =>
  async (library_id, { books, series }) => {
    const idOf = new Map(series.map(({ pk, id }) => [pk, id]));
    // A series comes before its books and goes after them.
    for (const { id: series_id, what } of series) {
      if (what === 'appeared') bus.emit('series_created', { series_id, library_id });
    }
    for (const { id: book_id, series_pk, what } of books) {
      const series_id = idOf.get(series_pk);
      if (!series_id) continue;
      const event = { book_id, series_id, library_id };
      if (what === 'appeared') bus.emit('book_created', event);
      else if (what === 'ended') bus.emit('book_deleted', event);
      else bus.emit('book_updated', event);
    }
    for (const { id: series_id, what } of series) {
      if (what === 'ended') bus.emit('series_deleted', { series_id, library_id });
    }
    const present = series.filter(({ what }) => what !== 'ended').map(({ pk }) => pk);
    try {
      await executor.run(
        { kind: 'refresh', libraryId: library_id, series: present },
        {
          signal: new AbortController().signal,
          onMessage: (message) => {
            if (message.type !== 'events') return;
            for (const event of message.events) bus.emit(event.type, event);
          },
        },
      );
    } catch (error) {
      // The books are where they belong; the next scan brings the rest up to date.
      log.error({ err: error, library_id }, 'series not refreshed');
    }
  };
