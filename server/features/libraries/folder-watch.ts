import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type Watcher from '@parcel/watcher';
import type { AsyncSubscription } from '@parcel/watcher';

import { isJunkName } from '../../paths/junk-names.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';

export interface FolderListener {
  changed(): void;
  /** The folder is not, or no longer, watched; `message` is the operating system's. */
  failed(message: string): void;
}

export interface FolderWatch {
  /** Reports changes anywhere below a folder; returns the function that stops watching. */
  watch(path: string, listener: FolderListener): () => void;
  /** Resolves when all watchers are closed. */
  close(): Promise<void>;
}

/**
 * Whether a changed path is, or is inside, a system file such as macOS's `.Spotlight-V100` and
 * `.DS_Store`, which appear wherever someone looks. macOS reports paths with links resolved, hence
 * `real`.
 */
const isJunk = (path: string, root: string, real: string): boolean => {
  const below = path.startsWith(root + sep)
    ? path.slice(root.length).split(sep)
    : path.split(sep).slice(real.split(sep).length);
  return below.some(isJunkName);
};

/**
 * Errors after which a folder can be watched again: too much changed at once. On Windows the watcher has
 * ended; on macOS it goes on, but what changed is unknown.
 */
const lostEvents = /buffer overflow|events were dropped|too many events/i;

/** Interval for checking whether a missing folder is back, ms. */
const retryMs = 1000;
/**
 * How often a folder is checked on Windows, ms, because no event reports that it was renamed or
 * replaced.
 */
const lookForReplacedMs = 4000;

/** Called on first use: if that fails, everything else still works. */
const loadWatcher = async (): Promise<Pick<typeof Watcher, 'subscribe'>> =>
  (await import('@parcel/watcher')).default;

/**
 * Watches folders through the operating system. Its library can be loaded in one thread only, and
 * crashes the process if that thread ends earlier. It therefore runs in the main thread, which
 * events for ten thousand copied files block for up to 75 ms.
 */
export const createFolderWatch = (load = loadWatcher): FolderWatch => {
  const stops = new Set<() => Promise<void>>();
  /** The library shares one watcher per path, even a dead one that is still being closed. */
  const closing = new Map<string, Promise<unknown>>();

  const unsubscribe = (path: string, subscription: AsyncSubscription | null): Promise<unknown> => {
    const closed = subscription?.unsubscribe().catch(() => undefined) ?? Promise.resolve();
    closing.set(path, closed);
    return closed;
  };

  /**
   * Returns null on failure. `onGone`: the folder was removed or renamed, or events were lost, so that
   * it needs a new watcher.
   */
  const subscribe = async (
    path: string,
    listener: FolderListener,
    onGone: () => void,
  ): Promise<AsyncSubscription | null> => {
    const root = toLongPath(path);
    const real = await realpath(path).catch(() => root);
    const isRoot = (changed: string) => changed === root || changed === real;
    try {
      const watcher = await load();
      await closing.get(path);
      return await watcher.subscribe(root, (error, events) => {
        if (error && lostEvents.test(error.message)) onGone();
        else if (error) listener.failed(error.message);
        else if (events.some(({ type, path }) => type === 'delete' && isRoot(path))) onGone();
        else if (!events.every((event) => isJunk(event.path, root, real))) listener.changed();
      });
    } catch (error) {
      listener.failed(error instanceof Error ? error.message : String(error));
      return null;
    }
  };

  return {
    watch(path, listener) {
      const ending = new AbortController();
      const { signal } = ending;
      const ended = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      const whileWanted: FolderListener = {
        changed: () => {
          if (!signal.aborted) listener.changed();
        },
        failed: (message) => {
          if (!signal.aborted) listener.failed(message);
        },
      };
      const follow = async () => {
        while (!signal.aborted) {
          const stopped = Promise.withResolvers<undefined>();
          const subscription = await subscribe(path, whileWanted, () => stopped.resolve(undefined));
          if (subscription === null) return;
          const over = new AbortController();
          const replaced =
            process.platform === 'win32' &&
            folderReplaced(path, AbortSignal.any([signal, over.signal]));
          await Promise.race([stopped.promise, ended, ...(replaced ? [replaced] : [])]);
          over.abort();
          await unsubscribe(path, subscription);
          await folderBack(path, signal);
          // Changes during the gap are unknown.
          whileWanted.changed();
        }
      };
      const followed = follow();
      const stop = async () => {
        ending.abort();
        await followed;
        stops.delete(stop);
      };
      stops.add(stop);
      return () => void stop();
    },
    close: async () => {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
};

/** Resolves when the folder exists again, or the signal is aborted. */
const folderBack = async (path: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && !(await isFolder(path))) {
    await delay(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
};

/** Resolves when another folder is at the path, or none, or the signal is aborted. */
const folderReplaced = async (path: string, signal: AbortSignal): Promise<void> => {
  const before = await identityOf(path);
  while (!signal.aborted && before !== null && (await identityOf(path)) === before) {
    await delay(lookForReplacedMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
};

const identityOf = (path: string): Promise<string | null> =>
  stat(path, { bigint: true }).then(
    ({ dev, ino }) => `${dev} ${ino}`,
    () => null,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
