import { streamLive } from '../../../shared/api/entity-events.ts';
import { serverUrl } from './base-path.ts';
import type { LiveEvents } from '../../../shared/events.ts';
import { checkConnection } from './connection.ts';
import { openEventStream, type EventStream, type Source } from './event-stream.ts';
import { openSharedStream, type Channel, type Listener, type Lock } from './shared-stream.ts';

export type ServerEvents = LiveEvents;
export type ServerEventName = keyof ServerEvents;
type Handler = (data: never) => void;

/** An `EventSource` needs their names; their schemas stay out of the first page. */
const eventNames: Record<ServerEventName, true> = {
  book_created: true,
  book_updated: true,
  book_deleted: true,
  series_created: true,
  series_updated: true,
  series_deleted: true,
  library_created: true,
  library_updated: true,
  library_deleted: true,
  collection_created: true,
  collection_updated: true,
  collection_deleted: true,
  read_list_created: true,
  read_list_updated: true,
  read_list_deleted: true,
  cover_updated: true,
  collection_cover_updated: true,
  read_list_cover_updated: true,
  sharing_updated: true,
  drives_updated: true,
  fonts_updated: true,
  device_paired: true,
  release_announced: true,
  progress_updated: true,
  series_progress_updated: true,
  annotations_updated: true,
  task_progress: true,
  task_queue_changed: true,
  scan_progress: true,
};

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

const dispatch = (name: string, data: unknown) => {
  for (const handler of handlers.get(name) ?? []) handler(data as never);
};

/**
 * Delay (ms) before a hidden page closes its stream: a browser allows six connections per server.
 */
const hiddenGraceMs = 30_000;

const openOwn = (listener: Listener): EventStream =>
  openEventStream({
    open: (url) => new EventSource(url) as Source,
    url: serverUrl(streamLive),
    names: Object.keys(eventNames),
    ...listener,
  });

/**
 * Acquires a Web Lock; when the holding tab closes, the browser passes the lock to the next tab.
 */
const webLock: Lock = (name, signal, work) => navigator.locks.request(name, { signal }, work);

/**
 * Connects to the server's events over one connection, shared by all tabs in which this user is
 * signed in. Without Web Locks (a page without HTTPS on the network) each tab has its own.
 * `onResume` is called when events may have been missed. Returns the disconnect function.
 */
export const connectEvents = (options: { userId: string; onResume: () => void }): (() => void) => {
  let stream: EventStream | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const listener: Listener = {
    onEvent: dispatch,
    onResume: options.onResume,
    onBreak: () => void checkConnection(),
  };

  const start = () => {
    const name = `octavo.events.${options.userId}`;
    stream =
      'locks' in navigator
        ? openSharedStream({
            ...listener,
            name,
            open: openOwn,
            channel: new BroadcastChannel(name) as Channel,
            lock: webLock,
          })
        : openOwn(listener);
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
      options.onResume();
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
