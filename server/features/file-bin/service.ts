import type { Logger } from 'pino';

import type { BinnedFileRecord } from '../../../shared/api/file-bin.ts';
import type { Task } from '../../../shared/api/task-record.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { FileBin, HandOver } from '../../scanner/file-bin/file-bin.ts';
import type { BinQuery, FileBinStore } from './store.ts';

export interface FileBinService {
  list(query: BinQuery): ListPage<BinnedFileRecord>;
  /** Throws NotFound, and Conflict for a converted file or one that cannot be restored. */
  restore(id: string): Promise<void>;
  /** Resolves interrupted moves, finds files of libraries that are back, and empties the bins periodically; returns a function that stops it. */
  keep(): () => void;
}

/** Types of tasks that move files to a bin. */
const binningTasks: readonly string[] = ['convert_files', 'delete_files', 'take_in'];
const hasBinned = ({ task_type, status }: Pick<Task, 'task_type' | 'status'>): boolean =>
  binningTasks.includes(task_type) && status !== 'pending' && status !== 'running';

/** Files in the bins of libraries, for admins. */
export const createFileBinService = ({
  store,
  bin,
  scan,
  deletionClock,
  handOver,
  bus,
  log,
}: {
  store: FileBinStore;
  bin: FileBin;
  /** Scans one file of a library, given by its path relative to the library. */
  scan: (libraryId: string, path: string) => void;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
  /** Where to move files from the bins of the libraries; null if they stay there. */
  handOver: () => HandOver | null;
  bus: EventBus;
  log: Pick<Logger, 'info' | 'error'>;
}): FileBinService => ({
  list: store.list,
  restore: async (id) => {
    const file = store.get(id);
    if (!file) throw notFound('Binned file', id);
    if (file.reason === 'converted')
      throw new AppError('Conflict', 'Undo the conversion, which puts this file back');
    await bin.putBack(id);
    scan(file.library_id, file.path);
  },
  keep: () => {
    const empty = async () => {
      const files = await bin.deleteExpired(deletionClock());
      if (files > 0) log.info({ files }, 'bins emptied');
    };
    const attempt = (work: () => Promise<void>) =>
      void work().catch((error: unknown) => log.error({ err: error }, 'bins not kept'));
    let handing = Promise.resolve();
    const moveOn = () => {
      const target = handOver();
      if (!target) return;
      // Sequential, so that no file is moved twice.
      handing = handing
        .then(async () => void (await bin.handOver(target)))
        .catch((error: unknown) => log.error({ err: error }, 'bins not handed over'));
    };
    const adopt = async () => {
      const files = await bin.adoptStrays();
      if (files > 0) log.info({ files }, 'files in bins known again');
    };
    attempt(async () => {
      await bin.settleInterrupted();
      await adopt();
      moveOn();
      await empty();
    });
    const stopListening = bus.subscribe(({ name, data }) => {
      if (name === 'task_progress' && 'task_type' in data && hasBinned(data)) moveOn();
      if (name === 'library_created') attempt(adopt);
    });
    const timer = setInterval(() => attempt(empty), 6 * hourMs).unref();
    return () => {
      stopListening();
      clearInterval(timer);
    };
  },
});
