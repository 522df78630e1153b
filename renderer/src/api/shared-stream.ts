import type { EventStream } from './event-stream.ts';

/** A message from the leader tab, which holds the connection, to all others. */
export type Message =
  { kind: 'event'; name: string; data: unknown } | { kind: 'resume' } | { kind: 'break' };

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
  open: (listener: Listener) => EventStream;
  channel: Channel;
  lock: Lock;
}

/** A free lock is granted within this time (ms); later means that another tab held it. */
const freeWithinMs = 1000;

/**
 * One event stream for all tabs of a browser: the tab that gets the lock holds the connection and
 * broadcasts each event. When it closes, another takes over and all tabs refetch.
 */
export const openSharedStream = (options: SharedStreamOptions): EventStream => {
  const { name, channel, onEvent, onResume, onBreak } = options;
  const leaving = new AbortController();
  const { signal } = leaving;

  const broadcast = (message: Message) => {
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
        // The previous leader has closed; events since then were missed.
        onResume();
        broadcast({ kind: 'resume' });
      }
      await lead();
    })
    // The wait was aborted: the tab is closed or hidden.
    .catch(() => undefined);

  return {
    close: () => {
      clearTimeout(waiting);
      leaving.abort();
      channel.close();
    },
  };
};
