import type { EventStream } from './event-stream.ts';

/** What goes from the tab that holds the connection to all others. */
export type Message =
  { kind: 'event'; name: string; data: unknown } | { kind: 'resume' } | { kind: 'break' };

/** The part of `BroadcastChannel` that is needed. */
export interface Channel {
  postMessage(message: Message): void;
  onmessage: ((event: { data: Message }) => void) | null;
  close(): void;
}

/** Runs `work` while this tab alone holds the name; rejects when the signal ends the waiting. */
export type Lock = (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

export interface Listener {
  onEvent: (name: string, data: unknown) => void;
  /** Events may have been missed. */
  onResume: () => void;
  /** The stream broke off. */
  onBreak: () => void;
}

export interface SharedStreamOptions extends Listener {
  /** Tells the streams of different people apart. */
  name: string;
  open: (listener: Listener) => EventStream;
  channel: Channel;
  lock: Lock;
}

/** A lock that nobody holds is given within this time (milliseconds). */
const freeWithinMs = 1000;

/**
 * One stream for all tabs of a browser: whoever gets the lock holds the connection and passes every
 * event on. When that tab goes, the next one takes over; what came in between is read again.
 */
export const openSharedStream = (options: SharedStreamOptions): EventStream => {
  const { name, channel, onEvent, onResume, onBreak } = options;
  const leaving = new AbortController();
  const { signal } = leaving;

  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.onmessage = ({ data }) => {
    if (data.kind === 'event') onEvent(data.name, data.data);
    else if (data.kind === 'resume') onResume();
    else onBreak();
  };

  const lead = async (): Promise<void> => {
    const stream = options.open({
      onEvent: (event, data) => {
        onEvent(event, data);
        tell({ kind: 'event', name: event, data });
      },
      onResume: () => {
        onResume();
        tell({ kind: 'resume' });
      },
      onBreak: () => {
        onBreak();
        tell({ kind: 'break' });
      },
    });
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
      if (isTakeover) {
        // The tab that held it has gone, and what happened since was told to nobody.
        onResume();
        tell({ kind: 'resume' });
      }
      await lead();
    })
    // The waiting was given up: the tab is closed or out of sight.
    .catch(() => undefined);

  return {
    close: () => {
      clearTimeout(waiting);
      leaving.abort();
      channel.close();
    },
  };
};
