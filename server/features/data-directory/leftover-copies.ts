import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import type { Bus } from '../../bus.ts';
import { isNoted } from '../../data-home/move-note.ts';
import { removeData } from '../../data-home/remove-data.ts';
import type { DataMovesStore } from './store.ts';

export interface LeftoverCopies {
  /** Removes what moves that came to nothing have copied; resolves when it is gone. */
  remove(): Promise<void>;
  /** Does so now, and whenever a move ends, until the function that it gives is called. */
  watch(): () => Promise<void>;
}

/**
 * Copies of the data that nobody waits for: of moves that were called off, on whatever page, that failed, or that
 * were cut off too often. Never a folder that a server has run in, nor one that another program has put a note in.
 */
export const createLeftoverCopies = ({
  dataDir,
  next,
  store,
  bus,
  log,
}: {
  dataDir: string;
  /** Where the next start moves the data to, or null. */
  next: () => string | null;
  store: Pick<DataMovesStore, 'running' | 'ended'>;
  bus: Pick<Bus, 'listen'>;
  log: Pick<Logger, 'info' | 'warn'>;
}): LeftoverCopies => {
  const isLeft = (target: string) =>
    target !== next() &&
    target !== store.running()?.target &&
    isNoted(target, dataDir) &&
    !existsSync(join(target, 'octavo.db'));

  const removeAll = async () => {
    for (const { target, was_there } of store.ended()) {
      if (!isLeft(target)) continue;
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
      const stop = bus.listen(({ name, data }) => {
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
