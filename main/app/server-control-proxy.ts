import type { ServerControl } from '../../server/host-environment.ts';
import { AppError } from '../../shared/errors.ts';

/** A proxy to the control of the current server, which can be replaced by a restart. */
export interface ServerControlProxy extends ServerControl {
  /**
   * Whether no server is running; then everything except `wants`, `suspend`, `checkpoint` and `wake` throws
   * ServiceUnavailable.
   */
  isDetached(): boolean;
  /** Call when the server stops. */
  detach(): void;
  /** Switches to another server: moves all listeners to it and notifies them of a change. */
  attach(next: ServerControl): void;
}

interface Subscription {
  begin: (control: ServerControl) => () => void;
  end: () => void;
}

/** Creates a proxy that forwards to the server passed to `take`. */
export const createServerControlProxy = (first: ServerControl): ServerControlProxy => {
  let current: ServerControl | null = first;
  const subscriptions = new Set<Subscription>();
  /** Listeners for possible changes. */
  const changed = new Set<() => void>();

  const now = (): ServerControl => {
    if (current) return current;
    throw new AppError('ServiceUnavailable', 'Octavo is restarting. Try again in a moment.');
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
    isDetached: () => current === null,
    detach: () => {
      for (const subscription of subscriptions) subscription.end();
      current = null;
    },
    attach: (next) => {
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
    checkpoint: () => current?.checkpoint(),
    wake: async () => current?.wake(),
    reading: (username) => now().reading(username),
    connectedDevices: () => now().connectedDevices(),
    problems: async () => now().problems(),
    openFile: async (username, path) => now().openFile(username, path),
    pathOf: (kind, id) => now().pathOf(kind, id),
    wants: (setting) => current?.wants(setting) ?? false,
    updateChannel: () => now().updateChannel(),
    onNotification: (listener) => follow((control) => control.onNotification(listener)),
    onChange: (listener) => followChange(listener, (control) => control.onChange(listener)),
    sharing: {
      state: () => now().sharing.state(),
      turn: async (on) => now().sharing.turn(on),
      onChange: (listener) => followChange(listener, ({ sharing }) => sharing.onChange(listener)),
    },
  };
};
