import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { WatchReply, WatchRequest } from './watch-worker.ts';

export interface FolderListener {
  changed(): void;
  /** The folder is not watched, or not any more: in the words of the operating system. */
  failed(message: string): void;
}

export interface FolderWatch {
  /** Tells of changes anywhere below a folder, until the function that it gives is called. */
  watch(path: string, listener: FolderListener): () => void;
  close(): Promise<void>;
}

/**
 * Watches folders in a thread of its own, which starts with the first of them: news of ten thousand files
 * that were copied at once would hold up requests.
 */
export const createFolderWatch = (): FolderWatch => {
  const listeners = new Map<number, FolderListener>();
  let worker: Worker | null = null;
  let lastId = 0;

  const gone = (message: string) => {
    worker = null;
    for (const listener of listeners.values()) listener.failed(message);
    listeners.clear();
  };

  const start = (): Worker => {
    // Beside this module, in the same form: .ts under development, .js when built.
    const started = new Worker(
      new URL(`./watch-worker${extname(import.meta.filename)}`, import.meta.url),
    );
    started.unref();
    started.on('message', (reply: WatchReply) => {
      const listener = listeners.get(reply.id);
      if (reply.type === 'changed') listener?.changed();
      else listener?.failed(reply.message);
    });
    started.on('error', (error: Error) => {
      if (worker === started) gone(error.message);
    });
    return started;
  };

  const post = (request: WatchRequest) => worker?.postMessage(request);

  return {
    watch(path, listener) {
      worker ??= start();
      lastId += 1;
      const id = lastId;
      listeners.set(id, listener);
      post({ type: 'watch', id, path });
      return () => {
        if (listeners.delete(id)) post({ type: 'unwatch', id });
      };
    },
    async close() {
      listeners.clear();
      const last = worker;
      worker = null;
      await last?.terminate();
    },
  };
};
