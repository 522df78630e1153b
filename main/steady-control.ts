import type { ServerControl } from '../server/host.ts';
import { AppError } from '../shared/errors.ts';

/** The control of whatever server runs: the shell is built once, its server may start anew. */
export interface SteadyControl extends ServerControl {
  /** Whether no server runs at this moment, and all but `wants`, `suspend` and `wake` throws ServiceUnavailable. */
  isAway(): boolean;
  /** The server stops. */
  leave(): void;
  /** Another one runs: who listened to the last hears this one, and is told of a change. */
  take(next: ServerControl): void;
}

interface Subscription {
  begin: (control: ServerControl) => () => void;
  end: () => void;
}

/** Controls the server that is handed to `take`. */
export const createSteadyControl = (first: ServerControl): SteadyControl => {
  let current: ServerControl | null = first;
  const subscriptions = new Set<Subscription>();
  /** Of those who are told that something may have changed. */
  const changed = new Set<() => void>();

  const now = (): ServerControl => {
    if (current) return current;
    throw new AppError('ServiceUnavailable', 'Octavo is starting anew. Try again in a moment.');
  };
  const follow = (begin: Subscription['begin']): (() => void) => {
    const subscription: Subscription = { begin, end: current ? begin(current) : () => undefined };
    subscriptions.add(subscription);
    return () => {
      subscriptions.delete(subscription);
      subscription.end();
    };
  };
  const followChange = (listener: () => void, begin: Subscription['begin']) => {
    const end = follow(begin);
    changed.add(listener);
    return () => {
      changed.delete(listener);
      end();
    };
  };

  return {
    isAway: () => current === null,
    leave: () => {
      for (const subscription of subscriptions) subscription.end();
      current = null;
    },
    take: (next) => {
      current = next;
      for (const subscription of subscriptions) subscription.end = subscription.begin(next);
      for (const listener of changed) listener();
    },
    setupRequired: () => now().setupRequired(),
    issueTicket: (username) => now().issueTicket(username),
    libraries: () => now().libraries(),
    scans: {
      active: () => now().scans.active(),
      startAll: (mode) => now().scans.startAll(mode),
      start: (id, mode) => now().scans.start(id, mode),
      cancelAll: () => now().scans.cancelAll(),
      pauseAll: () => now().scans.pauseAll(),
      resumeAll: (only) => now().scans.resumeAll(only),
      onProgress: (listener) => follow(({ scans }) => scans.onProgress(listener)),
    },
    schedules: {
      pausedUntil: () => now().schedules.pausedUntil(),
      pause: (until) => now().schedules.pause(until),
    },
    suspend: () => current?.suspend(),
    wake: async () => current?.wake(),
    reading: (username) => now().reading(username),
    connectedDevices: () => now().connectedDevices(),
    problems: async () => now().problems(),
    openFile: async (username, path) => now().openFile(username, path),
    placeOf: (kind, id) => now().placeOf(kind, id),
    wants: (setting) => current?.wants(setting) ?? false,
    updateChannel: () => now().updateChannel(),
    onNews: (listener) => follow((control) => control.onNews(listener)),
    onChange: (listener) => followChange(listener, (control) => control.onChange(listener)),
    sharing: {
      state: () => now().sharing.state(),
      turn: async (on) => now().sharing.turn(on),
      onChange: (listener) => followChange(listener, ({ sharing }) => sharing.onChange(listener)),
    },
  };
};
