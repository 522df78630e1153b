import { basename } from 'node:path';

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

/**
 * Watches folders by what the operating system tells. Its library can be loaded in one thread only, and ends
 * the process when that thread ends before it: so it is this one, which news of ten thousand files that
 * were copied at once keeps busy for up to 75 ms.
 */
export const createFolderWatch = (): FolderWatch => {
  const stops = new Set<() => Promise<void>>();

  const subscribe = async (
    path: string,
    listener: FolderListener,
  ): Promise<AsyncSubscription | null> => {
    try {
      // Loaded by the first who wants it: where it cannot be, everything else works.
      const { default: watcher } = await import('@parcel/watcher');
      return await watcher.subscribe(nativePath(path), (error, events) => {
        if (error) listener.failed(error.message);
        else if (!events.every((event) => isHidden(event.path))) listener.changed();
      });
    } catch (error) {
      listener.failed(error instanceof Error ? error.message : String(error));
      return null;
    }
  };

  return {
    watch(path, listener) {
      let isWanted = true;
      const subscription = subscribe(path, {
        changed: () => {
          if (isWanted) listener.changed();
        },
        failed: (message) => {
          if (isWanted) listener.failed(message);
        },
      });
      let ended: Promise<void> | null = null;
      const stop = () => {
        isWanted = false;
        ended ??= subscription
          .then((watched) => watched?.unsubscribe())
          .catch(() => undefined)
          .finally(() => stops.delete(stop));
        return ended;
      };
      stops.add(stop);
      return () => void stop();
    },
    close: async () => {
      await Promise.all([...stops].map((stop) => stop()));
    },
  };
};
