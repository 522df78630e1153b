import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

import { type AsyncSubscription, subscribe } from '@parcel/watcher';

export type WatchRequest =
  { type: 'watch'; id: number; path: string } | { type: 'unwatch'; id: number };

export type WatchReply =
  | { type: 'changed'; id: number }
  /** The folder is not watched, or not any more. */
  | { type: 'failed'; id: number; message: string };

const subscriptions = new Map<number, Promise<AsyncSubscription | null>>();
const reply = (message: WatchReply) => parentPort?.postMessage(message);
const fail = (id: number, { message }: Error) => reply({ type: 'failed', id, message });

const watch = async (id: number, path: string): Promise<AsyncSubscription | null> => {
  try {
    return await subscribe(path, (error, events) => {
      if (error) fail(id, error);
      // Programs leave hidden files wherever somebody looks into a folder.
      else if (events.some((event) => !basename(event.path).startsWith('.'))) {
        reply({ type: 'changed', id });
      }
    });
  } catch (error) {
    fail(id, error as Error);
    return null;
  }
};

parentPort?.on('message', (request: WatchRequest) => {
  const { id } = request;
  if (request.type === 'watch') subscriptions.set(id, watch(id, request.path));
  else {
    void subscriptions.get(id)?.then((subscription) => subscription?.unsubscribe());
    subscriptions.delete(id);
  }
});
