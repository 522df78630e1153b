import type { ServerResponse } from 'node:http';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { EventBus, PublishedEvent, EventName } from '../../lib/event-bus.ts';
import type { Caller } from '../api/caller.ts';

/** A browser opens one stream, or one per tab without HTTPS; a household has a few dozen. */
const maxStreamsPerUser = 32;
const maxStreams = 256;
const replayedEvents = 1000;
const keepAliveMs = 15_000;
const recheckMs = 60_000;
const maxBacklogBytes = 1024 * 1024;

interface Stream {
  caller: Caller;
  names: ReadonlySet<string>;
  response: ServerResponse;
  /** Undefined: events are sent unchanged. */
  dialect: EventMapper | undefined;
  /** The event as the caller can see it, sometimes a less specific one; null to leave it out. */
  see: (event: PublishedEvent) => PublishedEvent | null;
}

interface NamedEvent {
  name: string;
  data: unknown;
}

/** Maps events to another API's names and payloads. */
export interface EventMapper {
  /** Returns null to skip the event. */
  map(event: PublishedEvent): NamedEvent | null;
  /** Sent when the stream opens, after the replay. */
  first?(): NamedEvent | null;
  /** Sent before the stream is closed because the caller's session or permissions changed. */
  last?(): NamedEvent | null;
}

interface Sent {
  id: number;
  /** By this computer's clock (ms). */
  sentAt: number;
  event: PublishedEvent;
  frame: string;
}

export interface SseHub {
  /**
   * Turns a response into an event stream. `after`, the id of an event or a time, replays later
   * events that are still buffered. Throws TooManyRequests over the limits.
   */
  open(
    caller: Caller,
    names: readonly string[],
    response: ServerResponse,
    after: string | Date | undefined,
    dialect?: EventMapper,
  ): void;
  /** Whether any stream is open. */
  hasListeners(): boolean;
  /** Closes streams whose caller has lost access; called when an account or session changes. */
  revalidate(): void;
  close(): void;
}

/**
 * Server-Sent Events over the bus: ids, replay buffer, keep-alive, filter per caller,
 * back-pressure.
 */
export const createSseHub = ({
  bus,
  stillValid,
  restrict = () => everything,
}: {
  bus: EventBus;
  /** Whether the caller's session and permissions are unchanged since the stream was opened. */
  stillValid: (caller: Caller) => boolean;
  /** Limits events to those that a person with content restrictions can see. */
  restrict?: (userPk: number) => Pick<Stream, 'see'>;
}): SseHub => {
  // Ids include the server run, so that an id from an earlier run replays nothing wrong.
  const run = Date.now().toString(36);
  const ring: Sent[] = [];
  const streams = new Set<Stream>();
  let lastId = 0;

  const frameOf = (id: number, { name, data }: NamedEvent) =>
    `id: ${run}-${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  /** Null if the caller cannot see the event, or the dialect skips it. */
  const frameFor = (stream: Stream, { id, event, frame }: Sent): string | null => {
    const { dialect, see } = stream;
    const seen = see(event);
    if (seen === null || !canReceive(stream, seen)) return null;
    if (!dialect) return seen === event ? frame : frameOf(id, seen);
    const translated = dialect.map(seen);
    return translated && frameOf(id, translated);
  };
  /** Written with the id of the last bus event, so that a replay starts after that one. */
  const writeOwn = ({ response }: Stream, event: NamedEvent | null | undefined) => {
    if (event) response.write(frameOf(lastId, event));
  };
  const end = (stream: Stream) => {
    streams.delete(stream);
    stream.response.end();
  };
  const send = (stream: Stream, text: string | null) => {
    if (text === null) return;
    if (stream.response.writableLength > maxBacklogBytes) {
      streams.delete(stream);
      stream.response.destroy();
      return;
    }
    stream.response.write(text);
  };

  const stopListening = bus.subscribe((event) => {
    lastId += 1;
    const sent = { id: lastId, sentAt: Date.now(), event, frame: frameOf(lastId, event) };
    ring.push(sent);
    if (ring.length > replayedEvents) ring.shift();
    for (const stream of streams) {
      if (canReceive(stream, event)) send(stream, frameFor(stream, sent));
    }
  });
  const keepAlive = setInterval(() => {
    for (const stream of streams) send(stream, ': keep-alive\n\n');
  }, keepAliveMs).unref();
  const revalidate = () => {
    for (const stream of streams) {
      if (stillValid(stream.caller)) continue;
      writeOwn(stream, stream.dialect?.last?.());
      end(stream);
    }
  };
  const recheckTimer = setInterval(revalidate, recheckMs).unref();

  return {
    open(caller, names, response, after, dialect) {
      const own = [...streams].filter((stream) => stream.caller.user_pk === caller.user_pk);
      if (streams.size >= maxStreams || own.length >= maxStreamsPerUser) {
        throw new AppError(
          'TooManyRequests',
          'Too many event streams are open; close some first',
          retryAfter(30),
        );
      }
      const { see } = caller.restricted ? restrict(caller.user_pk) : everything;
      const stream = { caller, names: new Set(names), response, dialect, see };
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'X-Accel-Buffering': 'no',
        Connection: 'keep-alive',
      });
      response.write(': connected\n\n');
      const isLater = replayOf(after, run);
      for (const sent of ring) {
        if (!isLater(sent) || !canReceive(stream, sent.event)) continue;
        const text = frameFor(stream, sent);
        if (text !== null) response.write(text);
      }
      writeOwn(stream, dialect?.first?.());
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
    },
    hasListeners: () => streams.size > 0,
    revalidate,
    close() {
      stopListening();
      clearInterval(keepAlive);
      clearInterval(recheckTimer);
      for (const stream of streams) end(stream);
    },
  };
};

const everything: Pick<Stream, 'see'> = { see: (event) => event };

/** Whether an event belongs to a replay; none does without a start, or after an id of another run. */
const replayOf = (after: string | Date | undefined, run: string): ((sent: Sent) => boolean) => {
  if (after instanceof Date) return ({ sentAt }) => sentAt >= after.getTime();
  const [itsRun, number] = after?.split('-') ?? [];
  if (itsRun !== run || !/^\d+$/.test(number ?? '')) return () => false;
  return ({ id }) => id > Number(number);
};

/** Permissions for receiving each event; a missing name would not compile. */
const needed: Record<EventName, readonly Permission[]> = {
  book_created: ['books-read'],
  book_updated: ['books-read'],
  book_deleted: ['books-read'],
  series_created: ['series-read'],
  series_updated: ['series-read'],
  series_deleted: ['series-read'],
  library_created: ['libraries-read'],
  library_updated: ['libraries-read'],
  library_deleted: ['libraries-read'],
  collection_created: ['collections-read'],
  collection_updated: ['collections-read'],
  collection_deleted: ['collections-read'],
  read_list_created: ['read-lists-read'],
  read_list_updated: ['read-lists-read'],
  read_list_deleted: ['read-lists-read'],
  cover_updated: ['books-read', 'series-read'],
  collection_cover_updated: ['collections-read'],
  read_list_cover_updated: ['read-lists-read'],
  sharing_updated: [],
  drives_updated: ['system-admin'],
  fonts_updated: ['books-read'],
  device_paired: ['api-keys-read'],
  release_announced: ['series-read'],
  progress_updated: ['progress-read'],
  series_progress_updated: ['progress-read'],
  annotations_updated: ['progress-read'],
  want_to_read_updated: ['progress-read'],
  task_progress: ['tasks-read'],
  task_queue_changed: ['tasks-read'],
  scan_progress: ['libraries-read'],
};

const canReceive = ({ caller, names }: Stream, { name, user_pk }: PublishedEvent): boolean =>
  names.has(name) &&
  (user_pk === null || user_pk === caller.user_pk) &&
  needed[name].every((permission) => caller.permissions.has(permission));
