import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import type { DataDirectory } from '../../../shared/api/data-directory.ts';
import { AppError } from '../../../shared/errors.ts';
import { sizeOf } from '../../data-relocation/copy-files.ts';
import { readLocation, updateLocation } from '../../data-relocation/location.ts';
import { removeData } from '../../data-relocation/remove-data.ts';
import { lockDataDir } from '../../database/data-lock.ts';
import { DatabaseError } from '../../database/types.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { checkTarget } from './check-target.ts';
import type { OrphanedCopies } from './orphaned-copies.ts';

export interface DataDirectoryService {
  state(): Promise<DataDirectory>;
  /**
   * Starts the copy task. Throws BadRequest for an unsuitable folder, and Conflict while a move is in
   * progress.
   */
  move(path: string): Promise<{ task_id: string }>;
  /** Cancels the copying, or the move pending for the next start; otherwise does nothing. */
  cancel(): Promise<void>;
  /** Does nothing if no move is pending. */
  restart(): { restarting: boolean };
  /** Whether a copy is in progress. */
  isMoving(): boolean;
  /** Deletes the previous data folder. Throws Conflict while a server uses it. */
  removePrevious(): Promise<void>;
}

const spaceMs = 1500;

export const createDataDirectoryService = ({
  dataDir,
  home,
  running,
  copies,
  queue,
  libraries,
  isRemote,
  restart,
}: {
  dataDir: string;
  /** Undefined if the data cannot be moved. */
  home: string | undefined;
  /** The pending or running copy task, with its target. */
  running: () => { id: string; target: string } | null;
  copies: Pick<OrphanedCopies, 'remove'>;
  queue: Pick<TaskQueue, 'enqueue' | 'cancel'>;
  libraries: () => readonly { name: string; path: string }[];
  isRemote: (path: string) => Promise<boolean>;
  restart: (() => void) | undefined;
}): DataDirectoryService => {
  const location = () =>
    home === undefined ? { next: null, previous: null, problem: null } : readLocation(home);
  const free = async () => {
    const space = await withTimeout(statfs(dataDir), spaceMs, null).catch(() => null);
    return space === null ? null : space.bavail * space.bsize;
  };

  return {
    async state() {
      const { next, previous, problem } = location();
      return {
        path: dataDir,
        size_bytes: await sizeOf(dataDir),
        free_bytes: await free(),
        can_move: home !== undefined,
        task_id: running()?.id ?? null,
        next_path: next,
        previous_path:
          previous !== null && (await exists(join(previous, 'octavo.db'))) ? previous : null,
        problem,
      };
    },
    async move(path) {
      if (home === undefined) {
        throw new AppError('Conflict', 'The data of this server cannot be moved from here');
      }
      if (running() !== null || location().next !== null) {
        throw new AppError('Conflict', 'The data is already being moved; cancel that first');
      }
      // Waits until the remains of cancelled copies are removed, because they may be in the same folder.
      await copies.remove();
      const size = await sizeOf(dataDir);
      const { target, wasThere } = await checkTarget(path, {
        dataDir,
        size,
        libraries: libraries(),
        isRemote,
      });
      updateLocation(home, { problem: null });
      const payload = { target, was_there: wasThere ? (1 as const) : (0 as const) };
      return { task_id: queue.enqueue({ task_type: 'move_data', payload }).id };
    },
    async cancel() {
      const task = running();
      if (home === undefined || (location().next === null && task === null)) return;
      if (task !== null) await queue.cancel(task.id);
      updateLocation(home, { next: null });
      await copies.remove();
    },
    restart() {
      if (location().next === null) return { restarting: false };
      restart?.();
      return { restarting: restart !== undefined };
    },
    isMoving: () => running() !== null,
    async removePrevious() {
      const { previous } = location();
      if (home === undefined || previous === null) return;
      if (await exists(previous)) {
        try {
          // Fails if another server uses the folder.
          lockDataDir(previous)();
        } catch (error) {
          if (error instanceof DatabaseError) throw new AppError('Conflict', error.message);
          throw error;
        }
        await removeData(previous);
      }
      updateLocation(home, { previous: null });
    },
  };
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
