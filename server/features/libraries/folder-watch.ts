import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { AsyncSubscription } from '@parcel/watcher';

import { nativePath } from '../../paths/native-path.ts';

export interface FolderListener {
  changed(): void;
  /** The folder is not watched, or not any more: in the words of the operating system. */
  failed(message: string): void;
}

export interface FolderWatch {
  /** Tells of changes anywhere below a folder, until the function that it gives is called. */
  watch(path: string, listener: FolderListener): () => void;
  /** Resolves when nothing is watched any more. */
  close(): Promise<void>;
}

/** Programs leave hidden files wherever somebody looks into a folder. */
const isHidden = (path: string): boolean => basename(path).startsWith('.');

/** How often a folder that went away is looked for, ms. */
const lookAgainMs = 1000;

/**
 * Watches folders by what the operating system tells. Its library can be loaded in one thread only, and ends
 * the process when that thread ends before it: so it is this one, which news of ten thousand files that
 * were copied at once keeps busy for up to 75 ms.
 */
export const createFolderWatch = (): FolderWatch => {
  const stops = new Set<() => Promise<void>>();
  /** The library shares one watcher among the subscriptions of a path, also a dead one that is being closed. */
  const closing = new Map<string, Promise<unknown>>();

  const unsubscribe = (path: string, subscription: AsyncSubscription | null): Promise<unknown> => {
    const closed = subscription?.unsubscribe().catch(() => undefined) ?? Promise.resolve();
    closing.set(path, closed);
    return closed;
  };

  /** Null where it failed. `onGone`: the folder was removed or renamed, so that nothing more is told of it. */
  const subscribe = async (
    path: string,
    listener: FolderListener,
    onGone: () => void,
  ): Promise<AsyncSubscription | null> => {
    const root = nativePath(path);
    try {
      // Loaded by the first who wants it: where it cannot be, everything else works.
      const { default: watcher } = await import('@parcel/watcher');
      await closing.get(path);
      return await watcher.subscribe(root, (error, events) => {
        if (error) listener.failed(error.message);
        else if (events.some((event) => event.type === 'delete' && event.path === root)) onGone();
        else if (!events.every((event) => isHidden(event.path))) listener.changed();
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
          const gone = Promise.withResolvers<undefined>();
          const subscription = await subscribe(path, whileWanted, () => gone.resolve(undefined));
          if (subscription === null) return;
          await Promise.race([gone.promise, ended]);
          await unsubscribe(path, subscription);
          await folderBack(path, signal);
          // Nobody knows what changed meanwhile.
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

/** Resolves when the folder is there, or the signal is aborted. */
const folderBack = async (path: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && !(await isFolder(path))) {
    await delay(lookAgainMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
