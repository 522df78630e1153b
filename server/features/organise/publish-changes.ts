import type { Logger } from 'pino';

import type { EventBus } from '../../lib/event-bus.ts';
import type { ChangedSeries } from '../../scanner/series/series-assignment.ts';
import type { Executor } from '../../jobs/jobs.ts';

/** Publicly visible results of a manual change: books, with their current series. */
export interface ManualChanges {
  books: { id: string; series_pk: number; what?: 'appeared' | 'ended' }[];
  series: ChangedSeries[];
}

export type ChangePublisher = (libraryId: string, changed: ManualChanges) => Promise<void>;

/** Publishes manual changes and refreshes the summaries of the affected series. */
export const createChangePublisher =
  ({
    executor,
    bus,
    log,
  }: {
    executor: Pick<Executor, 'run'>;
    bus: EventBus;
    log: Pick<Logger, 'error'>;
  }): ChangePublisher =>
  async (library_id, { books, series }) => {
    const idOf = new Map(series.map(({ pk, id }) => [pk, id]));
    // A series is published before its books appear and after they are gone.
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
      // The books are already moved; the next scan updates the rest.
      log.error({ err: error, library_id }, 'series not refreshed');
    }
  };
