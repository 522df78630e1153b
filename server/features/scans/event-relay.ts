import type { EventBus } from '../../lib/event-bus.ts';
import type { EntityEvent } from '../../jobs/jobs.ts';

const seriesIntervalMs = 1000;

export interface EventRelay {
  pass(events: readonly EntityEvent[]): void;
  /** Publishes pending events; called when the job ends. */
  flush(): void;
}

/**
 * Forwards a job's changes to the bus, `series_updated` at most once a second per series: the first
 * immediately, later ones merged into one event at the end of the second.
 */
export const createEventRelay = (bus: EventBus): EventRelay => {
  // Series published within the current second, each with its pending event.
  const recent = new Map<string, EntityEvent | null>();
  let timer: NodeJS.Timeout | undefined;

  const emit = (event: EntityEvent) => bus.emit(event.type, event);
  const nextSecond = () => {
    for (const [id, held] of recent) {
      if (held) emit(held);
      if (held) recent.set(id, null);
      else recent.delete(id);
    }
    if (recent.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    pass(events) {
      for (const event of events) {
        if (event.type === 'series_updated' && recent.has(event.series_id)) {
          recent.set(event.series_id, event);
          continue;
        }
        if (event.type === 'series_deleted') recent.delete(event.series_id);
        emit(event);
        if (event.type !== 'series_updated') continue;
        recent.set(event.series_id, null);
        timer ??= setInterval(nextSecond, seriesIntervalMs).unref();
      }
    },
    flush() {
      clearInterval(timer);
      timer = undefined;
      for (const held of recent.values()) if (held) emit(held);
      recent.clear();
    },
  };
};
