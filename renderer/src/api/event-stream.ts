/** The subset of `EventSource` in use. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: string, listener: (event: { data: string }) => void): void;
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  close(): void;
}

export interface EventStreamOptions {
  open: (url: string) => Source;
  /** The address of the first connection; a later one has no need of a replay, because `onResume` refetches. */
  firstUrl: string;
  url: string;
  names: readonly string[];
  onEvent: (name: string, data: unknown) => void;
  /** Called on reconnection: events may have been missed, so refetch. */
  onResume: () => void;
  /** Called when the connection is lost. */
  onBreak: () => void;
}

export interface EventStream {
  close(): void;
}

const closed = 2;

/** Delay before the next attempt (ms), by the number of consecutive failures. */
const backOff = (failures: number): number => Math.min(30_000, 1000 * 2 ** (failures - 1));

/**
 * An event stream that always reconnects. `EventSource` retries after a lost connection, but gives
 * up after an error response (a restarting server, a proxy's 502); this one retries then, too.
 */
export const openEventStream = (options: EventStreamOptions): EventStream => {
  let source: Source | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let broken = false;

  const connect = (url: string) => {
    const current = options.open(url);
    source = current;
    for (const name of options.names) {
      current.addEventListener(name, ({ data }) => options.onEvent(name, JSON.parse(data)));
    }
    current.onopen = () => {
      failures = 0;
      if (broken) options.onResume();
      broken = false;
    };
    current.onerror = () => {
      if (!broken) options.onBreak();
      broken = true;
      if (current.readyState !== closed) return;
      failures += 1;
      timer = setTimeout(connect, backOff(failures), options.url);
    };
  };

  connect(options.firstUrl);
  return {
    close: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
};
