import type { EventStream } from './event-stream.ts';

interface NamedEvent {
  name: string;
  data: unknown;
}

/** Messages come from the leader tab, which holds the connection, to all others; a tab that joins sends the first. */
export type Message =
  | { kind: 'join'; since: number }
  /** For the tab that joined with this time; null if some events are not known. */
  | { kind: 'replay'; since: number; events: NamedEvent[] | null }
  | ({ kind: 'event' } & NamedEvent)
  | { kind: 'resume' }
  | { kind: 'break' };

/** The subset of `BroadcastChannel` in use. */
export interface Channel {
  postMessage(message: Message): void;
  onmessage: ((event: { data: Message }) => void) | null;
  close(): void;
}

/** Runs `work` while holding the exclusive lock `name`; rejects if the signal aborts the wait. */
export type Lock = (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

export interface Listener {
  onEvent: (name: string, data: unknown) => void;
  /** Events may have been missed. */
  onResume: () => void;
  /** The connection was lost. */
  onBreak: () => void;
}

export interface SharedStreamOptions extends Listener {
  /** Distinguishes the streams of different users. */
  name: string;
  /** Changes after this time (ms) are missing in what the tab shows. */
  since: number;
  open: (listener: Listener, since: number) => EventStream;
  channel: Channel;
  lock: Lock;
}

/** A free lock is granted within this time (ms); later means that another tab held it. */
const freeWithinMs = 1000;

/** How many events the leader keeps for tabs that join. */
const keptEvents = 1000;

/** The latest events of a leader. `from` is the time (ms) after which it knows all. */
const createRecord = (from: number) => {
  let start = from;
  const kept: (NamedEvent & { at: number })[] = [];
  return {
    add: (event: NamedEvent) => {
      kept.push({ ...event, at: Date.now() });
      if (kept.length > keptEvents) start = kept.shift()?.at ?? start;
    },
    /** Null if some are not known. */
    after: (since: number): NamedEvent[] | null =>
      since < start ? null : kept.filter((event) => event.at >= since),
  };
};

/**
 * One event stream for all tabs of a browser: the tab that gets the lock holds the connection and
 * broadcasts each event. When it closes, another takes over and all tabs refetch. A tab that joins
 * gets what happened since it began to load.
 */
export const openSharedStream = (options: SharedStreamOptions): EventStream => {
  const { name, since, channel, onEvent, onResume, onBreak } = options;
  const leaving = new AbortController();
  const { signal } = leaving;

  const broadcast = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  let record: ReturnType<typeof createRecord> | null = null;
  const replay = (events: NamedEvent[] | null) => {
    if (events === null) onResume();
    else for (const event of events) onEvent(event.name, event.data);
  };
  channel.onmessage = ({ data }) => {
    if (data.kind === 'event') onEvent(data.name, data.data);
    else if (data.kind === 'join') {
      if (record) broadcast({ ...data, kind: 'replay', events: record.after(data.since) });
    } else if (data.kind === 'replay') {
      if (data.since === since) replay(data.events);
    } else if (data.kind === 'resume') onResume();
    else onBreak();
  };

  const lead = async (from: number): Promise<void> => {
    const known = createRecord(from);
    record = known;
    // Other tabs have missed what happened while no tab led.
    broadcast({ kind: 'resume' });
    const stream = options.open(
      {
        onEvent: (event, data) => {
          onEvent(event, data);
          known.add({ name: event, data });
          broadcast({ kind: 'event', name: event, data });
        },
        onResume: () => {
          onResume();
          broadcast({ kind: 'resume' });
        },
        onBreak: () => {
          onBreak();
          broadcast({ kind: 'break' });
        },
      },
      from,
    );
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    stream.close();
  };

  let isTakeover = false;
  const waiting = setTimeout(() => {
    isTakeover = true;
  }, freeWithinMs);
  options
    .lock(name, signal, async () => {
      clearTimeout(waiting);
      // The previous leader has closed; events since then were missed.
      if (isTakeover) onResume();
      await lead(isTakeover ? Date.now() : since);
    })
    // The wait was aborted: the tab is closed or hidden.
    .catch(() => undefined);
  broadcast({ kind: 'join', since });

  return {
    close: () => {
      clearTimeout(waiting);
      leaving.abort();
      channel.close();
    },
  };
};
