import { streamLive } from '../../../shared/api/entity-events.ts';
import { serverUrl } from './base-path.ts';
import type { LiveEvents } from '../../../shared/events.ts';
import { openEventStream, type EventStream, type Source } from './event-stream.ts';
import { toServerTime } from './server-clock.ts';
import { openSharedStream, type Channel, type Listener, type Lock } from './shared-stream.ts';

export type ServerEvents = LiveEvents;
export type ServerEventName = keyof ServerEvents;
type Handler = (data: never) => void;

const changes = ['created', 'updated', 'deleted'] as const;
const changing = ['book', 'series', 'library', 'collection', 'read_list'] as const;
/** An `EventSource` needs their names; their schemas stay out of the first page. */
export const eventNames = [
  ...changing.flatMap((entity) => changes.map((change) => `${entity}_${change}` as const)),
  'cover_updated',
  'collection_cover_updated',
  'read_list_cover_updated',
  'sharing_updated',
  'drives_updated',
  'fonts_updated',
  'device_paired',
  'release_announced',
  'progress_updated',
  'series_progress_updated',
  'annotations_updated',
  'want_to_read_updated',
  'task_progress',
  'task_queue_changed',
  'scan_progress',
] as const satisfies ServerEventName[];

const handlers = new Map<string, Set<Handler>>();

/** Subscribes `handler` to an event. Returns the unsubscribe function. */
export const onServerEvent = <Name extends ServerEventName>(
  name: Name,
  handler: (data: ServerEvents[Name]) => void,
): (() => void) => {
  const list = handlers.get(name) ?? new Set<Handler>();
  handlers.set(name, list.add(handler));
  return () => list.delete(handler);
};

const resumptions = new Set<() => void>();

/** Subscribes `handler` to moments after which events may have been missed. Returns the unsubscribe function. */
export const onMissedEvents = (handler: () => void): (() => void) => {
  resumptions.add(handler);
  return () => resumptions.delete(handler);
};

const dispatch = (name: string, data: unknown) => {
  for (const handler of handlers.get(name) ?? []) handler(data as never);
};

/**
 * Delay (ms) before a hidden page closes its stream: a browser allows six connections per server.
 */
const hiddenGraceMs = 30_000;

/** The age of a page (ms) up to which it replays what was changed since it began to load. */
const startMs = 60_000;
/** How much earlier than now an older page, which loads everything again, begins its replay (ms). */
const overlapMs = 2000;

/** The time, by this device's clock, from which changes are missing in what the page shows. */
const shownSince = (): number => {
  const age = performance.now();
  return Date.now() - (age < startMs ? age : overlapMs);
};

/** The server's clock is known to one second or two (ms). */
const clockMs = 2000;

const openOwn = (listener: Listener, since: number): EventStream =>
  openEventStream({
    open: (url) => new EventSource(url) as Source,
    firstUrl: serverUrl(streamLive, { query: { since: toServerTime(since - clockMs) } }),
    url: serverUrl(streamLive),
    names: eventNames,
    ...listener,
  });

/**
 * Acquires a Web Lock; when the holding tab closes, the browser passes the lock to the next tab.
 */
const webLock: Lock = (name, signal, work) => navigator.locks.request(name, { signal }, work);

/**
 * Connects to the server's events over one connection, shared by all tabs in which this user is
 * signed in. Without Web Locks (a page without HTTPS on the network) each tab has its own.
 * `onResume` is called when events may have been missed, `onBreak` when the connection was lost or the server has ended
 * it. Returns the disconnect function.
 */
export const connectEvents = (options: {
  userId: string;
  onResume: () => void;
  onBreak: () => void;
}): (() => void) => {
  let stream: EventStream | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const onResume = () => {
    options.onResume();
    for (const handler of resumptions) handler();
  };
  const listener: Listener = {
    onEvent: dispatch,
    onResume,
    onBreak: options.onBreak,
  };

  const start = () => {
    const name = `octavo.events.${options.userId}`;
    const since = shownSince();
    stream =
      'locks' in navigator
        ? openSharedStream({
            ...listener,
            name,
            since,
            open: openOwn,
            channel: new BroadcastChannel(name) as Channel,
            lock: webLock,
          })
        : openOwn(listener, since);
  };
  const stop = () => {
    stream?.close();
    stream = null;
  };
  const follow = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(stop, hiddenGraceMs);
    } else if (stream === null) {
      start();
      onResume();
    }
  };

  start();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    clearTimeout(hiding);
    stop();
  };
};
