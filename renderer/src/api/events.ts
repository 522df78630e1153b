import { streamEvents } from '../../../shared/api/entity-events.ts';
import { streamScans } from '../../../shared/api/scans.ts';
import { endpointUrl } from '../../../shared/client.ts';
import {
  entityEvents,
  scanEvents,
  type EntityEvents,
  type ScanEvents,
  type TaskEvents,
} from '../../../shared/events.ts';
import { checkConnection } from './connection.ts';
import { openEventStream, type EventStream, type Source } from './event-stream.ts';

export type ServerEvents = EntityEvents & ScanEvents & TaskEvents;
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

/** A page out of sight gives its connections back: a browser has only six for each server. */
const hiddenGraceMs = 30_000;

/**
 * Opens the page's event streams, one for entities and, where the user may see libraries, one for
 * scans. `onResume` is called when events may have been missed. Returns a function that closes them.
 */
export const connectEvents = (options: { scans: boolean; onResume: () => void }): (() => void) => {
  let streams: EventStream[] | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const open = (url: string, names: string[]) =>
    openEventStream({
      open: (target) => new EventSource(target) as Source,
      url,
      names,
      onEvent: dispatch,
      onResume: options.onResume,
      onBreak: () => void checkConnection(),
    });
  const start = () => {
    streams = [open(endpointUrl(streamEvents), Object.keys(entityEvents))];
    if (options.scans) streams.push(open(endpointUrl(streamScans), Object.keys(scanEvents)));
  };
  const stop = () => {
    streams?.forEach((stream) => stream.close());
    streams = null;
  };
  const follow = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') {
      hiding = setTimeout(stop, hiddenGraceMs);
    } else if (streams === null) {
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
