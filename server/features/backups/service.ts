import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import {
  maxBackupBytes,
  type Backup,
  type BackupState,
  type listBackups,
} from '../../../shared/api/backups.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import { ascending } from '../../text/natural.ts';
import { cancelStagedRestore, stagedRestore } from '../../database/restore.ts';
import { storageProblem } from '../../database/storage-problem.ts';
import { neverCached, type Content } from '../../http/api/content.ts';
import { renamePatiently } from '../../lib/rename-file.ts';
import { JobError, type Executor, type Job } from '../../jobs/jobs.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { backupFileName, type BackupFolder } from './folder.ts';

export interface BackupsService {
  list(query: EndpointParsed<typeof listBackups>['query']): Promise<ListPage<Backup>>;
  state(): BackupState;
  /** Starts a backup task. */
  start(): { task_id: string };
  /** Throws BadRequest for an invalid or incomplete backup, and PayloadTooLarge. */
  upload(bytes: AsyncIterable<Uint8Array>): Promise<Backup>;
  /** Throws NotFound, like the methods below. */
  file(name: string): Promise<Content>;
  remove(name: string): Promise<void>;
  /** Throws UnprocessableContent with a message if it cannot be restored. */
  restore(name: string): Promise<{ restarting: boolean }>;
  cancelRestore(): void;
  /** Whether a restore is being prepared or waits for the next start. */
  isRestoring(): boolean;
}

export const createBackupsService = ({
  dataDir,
  folder,
  executor,
  queue,
  nextAt,
  restart,
  clock,
}: {
  dataDir: string;
  folder: BackupFolder;
  executor: Pick<Executor, 'run'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** When the next scheduled backup runs. */
  nextAt: () => Date | null;
  /** Restarts the server; undefined if it can only be restarted by hand. */
  restart: (() => void) | undefined;
  clock: () => Date;
}): BackupsService => {
  const found = async (name: string): Promise<string> => {
    const path = await folder.find(name);
    if (path === null) throw notFound('Backup', name);
    return path;
  };
  const described = async (name: string): Promise<Backup> => {
    const backup = (await folder.list()).find((entry) => entry.name === name);
    if (!backup) throw notFound('Backup', name);
    return backup;
  };
  let preparing = 0;
  const run = <Kind extends 'check_backup' | 'stage_restore'>(job: Extract<Job, { kind: Kind }>) =>
    executor.run(job, { signal: new AbortController().signal, onMessage: () => undefined });

  return {
    list: async (query) => {
      const { field } = query.sort;
      return sortedPage(await folder.list(), query, (a, b) => ascending(a[field], b[field]));
    },
    state: () => ({
      folder: folder.where(),
      next_at: nextAt()?.toISOString() ?? null,
      pending_restore: stagedRestore(dataDir),
    }),
    start: () => ({
      task_id: queue.enqueue({ task_type: 'backup_database', payload: { reason: 'manual' } }).id,
    }),
    async upload(bytes) {
      const name = backupFileName(clock(), 'uploaded');
      const path = await folder.pathOf(name);
      const draft = `${path}.partial`;
      try {
        await pipeline(bounded(bytes), createWriteStream(draft, { mode: 0o600 }));
        await run({ kind: 'check_backup', file: draft });
        await renamePatiently(draft, path);
        return await described(name);
      } catch (error) {
        if (isAboutFile(error)) throw badField('body', error.message);
        throw error;
      } finally {
        await folder.remove(draft).catch(() => undefined);
      }
    },
    async file(name) {
      const path = await found(name);
      const { size, mtimeMs, mtime } = await stat(path);
      return {
        media_type: 'application/vnd.sqlite3',
        etag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
        body: { path, size },
        last_modified: mtime,
        download_name: name,
        // Forbids caching, even in the browser, because a backup contains credentials.
        cache_control: neverCached,
      };
    },
    remove: async (name) => folder.remove(await found(name)),
    async restore(name) {
      preparing += 1;
      try {
        const file = await found(name);
        await run({ kind: 'stage_restore', file, name, dataDir });
      } catch (error) {
        if (isAboutFile(error)) throw new AppError('UnprocessableContent', error.message);
        throw error;
      } finally {
        preparing -= 1;
      }
      restart?.();
      return { restarting: restart !== undefined };
    },
    isRestoring: () => preparing > 0 || stagedRestore(dataDir) !== null,
    cancelRestore: () => {
      if (!cancelStagedRestore(dataDir)) {
        throw new AppError('NotFound', 'No restore is pending');
      }
    },
  };
};

/** A full disk is a problem of the drive, not of this file. */
const isAboutFile = (error: unknown): error is JobError =>
  error instanceof JobError && storageProblem(error) === null;

const bounded = async function* (bytes: AsyncIterable<Uint8Array>) {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > maxBackupBytes) {
      throw new AppError('PayloadTooLarge', `A backup has at most ${maxBackupBytes} bytes`);
    }
    yield part;
  }
};
