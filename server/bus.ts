import type { LiveEvents } from '../shared/events.ts';

export type EventName = keyof LiveEvents;

/** What the publisher says; `type` and `timestamp` are filled in where the event has them. */
type Said<Data> = Omit<Data, 'type' | 'timestamp'>;

export interface BusEvent<Name extends EventName = EventName> {
  name: Name;
  data: LiveEvents[Name];
  /** Only for the streams of this user; null: for everyone who may read it. */
  user_pk: number | null;
}

/** The in-process bus: typed, synchronous, in order. Who listens over HTTP is the hub's business. */
export interface Bus {
  emit<Name extends EventName>(name: Name, data: Said<LiveEvents[Name]>, userPk?: number): void;
  /** Returns the function that ends it. */
  listen(listener: (event: BusEvent) => void): () => void;
}

/** Events without `type` and `timestamp`. */
const bare: ReadonlySet<EventName> = new Set<EventName>([
  'task_progress',
  'task_queue_changed',
  'scan_progress',
]);

export const createBus = (clock: () => Date = () => new Date()): Bus => {
  const listeners = new Set<(event: BusEvent) => void>();
  return {
    emit(name, data, userPk) {
      const stamped = bare.has(name)
        ? data
        : { type: name, ...data, timestamp: clock().toISOString() };
      const event = { name, data: stamped, user_pk: userPk ?? null } as unknown as BusEvent;
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
