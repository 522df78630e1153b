import { access } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { EventBus } from '../../lib/event-bus.ts';
import { isMarked } from '../../data-relocation/move-marker.ts';
import { removeData } from '../../data-relocation/remove-data.ts';
import type { DataMovesStore } from './store.ts';

export interface OrphanedCopies {
  /** Deletes the copies of failed or cancelled moves; resolves when done. */
  remove(): Promise<void>;
  /** Runs `remove` now and whenever a move ends; returns the function that stops it. */
  watch(): () => Promise<void>;
}

/**
 * Deletes copies of the data that remain from moves that were cancelled, failed, or were interrupted too
 * often. Never deletes a folder in which a server has run or which has another program's marker file.
 */
export const createOrphanedCopies = ({
  dataDir,
  next,
  store,
  bus,
  log,
}: {
  dataDir: string;
  /** The target of the move pending for the next start, or null. */
  next: () => string | null;
  store: Pick<DataMovesStore, 'running' | 'ended'>;
  bus: Pick<EventBus, 'subscribe'>;
  log: Pick<Logger, 'info' | 'warn'>;
}): OrphanedCopies => {
  const isInUse = (target: string) => target === next() || target === store.running()?.target;
  /** Checks for a current move last, because one may begin while the folder is read. */
  const isLeft = async (target: string) =>
    (await isMarked(target, dataDir)) && !(await hasDatabase(target)) && !isInUse(target);

  const removeAll = async () => {
    for (const { target, was_there } of store.ended()) {
      if (!(await isLeft(target))) continue;
      try {
        await removeData(target, { keepFolder: was_there === 1 });
        log.info({ target }, 'copy of the data removed');
      } catch (error) {
        log.warn({ err: error, target }, 'copy of the data not removed');
      }
    }
  };
  let last = Promise.resolve();
  const remove = () => (last = last.then(removeAll));

  return {
    remove,
    watch() {
      void remove();
      const stop = bus.subscribe(({ name, data }) => {
        if (name !== 'task_progress' || !('task_type' in data)) return;
        const { task_type, status } = data;
        if (task_type === 'move_data' && status !== 'running' && status !== 'pending') {
          void remove();
        }
      });
      return () => {
        stop();
        return last;
      };
    },
  };
};

/** A folder that cannot be read counts as one with a database. */
const hasDatabase = (target: string): Promise<boolean> =>
  access(join(target, 'octavo.db')).then(
    () => true,
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
