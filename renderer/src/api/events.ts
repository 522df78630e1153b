import { streamLive } from '../../../shared/api/entity-events.ts';
import { endpointUrl } from '../../../shared/client.ts';
import { liveEvents, type LiveEvents } from '../../../shared/events.ts';
import { checkConnection } from './connection.ts';
import { openEventStream, type EventStream, type Source } from './event-stream.ts';
import { openSharedStream, type Channel, type Listener, type Lock } from './shared-stream.ts';

export type ServerEvents = LiveEvents;
export type ServerEventName = keyof ServerEvents;
type Handler = (data: never) => void;

const handlers = new Map<string, Set<Handler>>();

/** Calls `handler` for each event of that name until the returned function is called. */
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

/** A page out of sight gives its connection back: a browser has only six for each server. */
const hiddenGraceMs = 30_000;

const openOwn = (listener: Listener): EventStream =>
  openEventStream({
    open: (url) => new EventSource(url) as Source,
    url: endpointUrl(streamLive),
    names: Object.keys(liveEvents),
    ...listener,
  });

/** Waits for its turn; the browser gives the lock to the next tab when this one is closed. */
const webLock: Lock = (name, signal, work) => navigator.locks.request(name, { signal }, work);

/**
 * Listens to the server: over one connection for all tabs of this browser in which the person is
 * signed in. Where the browser has no locks (a page without HTTPS on the network) each tab has its
 * own. `onResume` is called when events may have been missed. Returns a function that ends it.
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
