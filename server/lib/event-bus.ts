import type { LiveEvents } from '../../shared/events.ts';
import type { Requester } from './requester.ts';

export type EventName = keyof LiveEvents;

/** The published payload; `type` and `timestamp` are added if the event has them. */
type EventPayload<Data> = Omit<Data, 'type' | 'timestamp'>;

export interface PublishedEvent<Name extends EventName = EventName> {
  name: Name;
  data: LiveEvents[Name];
  /** Restricts the event to this user's streams; null: everyone with permission. */
  user_pk: number | null;
}

/** The in-process event bus: typed, synchronous, ordered. The hub forwards it over HTTP. */
export interface EventBus {
  emit<Name extends EventName>(
    name: Name,
    data: EventPayload<LiveEvents[Name]>,
    userPk?: number,
  ): void;
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: PublishedEvent) => void): () => void;
}

/** Events without `type` and `timestamp`. */
const bare: ReadonlySet<EventName> = new Set<EventName>([
  'task_progress',
  'task_queue_changed',
  'scan_progress',
]);

/** `outside` as in `Requester`: what listens works for the household, not for who caused the event. */
export const createEventBus = (
  clock: () => Date = () => new Date(),
  outside: Requester['outside'] = (work) => work(),
): EventBus => {
  const listeners = new Set<(event: PublishedEvent) => void>();
  return {
    emit(name, data, userPk) {
      const stamped = bare.has(name)
        ? data
        : { type: name, ...data, timestamp: clock().toISOString() };
      const event = { name, data: stamped, user_pk: userPk ?? null } as unknown as PublishedEvent;
      outside(() => {
        for (const listener of listeners) listener(event);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
