import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import type { Logger } from 'pino';

import { AppError } from '../../../shared/errors.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { isSystemError } from '../../media/media-error.ts';
import { isJunkName } from '../../paths/junk-names.ts';
import type { IntakeService } from './service.ts';
import type { FolderRow } from './folders-store.ts';
import type { IntakeStore } from './store.ts';

const minute = 60_000;
/** Maximum files whose sizes and times are compared; of the others in a larger folder, only the names are. */
const maxStats = 20_000;

/** Digest of the names, sizes and times of the files in a folder, and the time of the last change, ms. */
const stateOf = async (folder: string): Promise<{ digest: string; changedMs: number }> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && formatOf(entry.name) !== null && !isJunkName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  let changedMs = 0;
  for (const [index, path] of names.entries()) {
    const name = relative(folder, path);
    if (index >= maxStats) hash.update(`${name}\n`);
    const stats = index < maxStats ? await stat(path).catch(() => null) : null;
    if (!stats) continue;
    hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\n`);
    changedMs = Math.max(changedMs, stats.mtimeMs);
  }
  return { digest: names.length === 0 ? '' : hash.digest('hex'), changedMs };
};

/**
 * Analyses watched folders that have changed and then remained unchanged for their quiet time. Polls, because
 * network drives do not report changes.
 */
export const createIntakeWatch = ({
  store,
  intake,
  gated,
  log,
}: {
  store: Pick<IntakeStore, 'watched' | 'setSeen'>;
  intake: Pick<IntakeService, 'look'>;
  /** Limits concurrent reads per volume; rejects while its drive does not respond. */
  gated: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
  log: Pick<Logger, 'info' | 'warn'>;
}) => {
  const check = async ({ id, path, seen, quiet_minutes }: FolderRow): Promise<void> => {
    const { digest, changedMs } = await gated(path, () => stateOf(path));
    if (digest === (seen ?? '')) return;
    if (digest !== '' && Math.abs(Date.now() - changedMs) < quiet_minutes * minute) return;
    if (digest !== '') intake.look(id, true);
    store.setSeen(id, digest);
  };
  let isStopped = false;
  const checkFolders = async (): Promise<void> => {
    for (const folder of store.watched()) {
      if (isStopped) return;
      await check(folder).catch((error: unknown) => {
        // Expected if a report is in progress or the drive is not connected: the next check retries.
        const isExpected = error instanceof AppError || isSystemError(error);
        if (!isExpected) log.warn({ err: error, path: folder.path }, 'watched folder not read');
      });
    }
  };
  let running = Promise.resolve();
  const checkAll = (): Promise<void> => {
    running = running.then(checkFolders).catch((error: unknown) => {
      log.warn({ err: error }, 'watched folders not read');
    });
    return running;
  };
  return {
    /** Checks all folders now, after any check in progress. */
    checkAll,
    /** Checks periodically; returns a function that stops the checks. */
    keep(): () => void {
      const timer = setInterval(() => void checkAll(), minute).unref();
      return () => {
        isStopped = true;
        clearInterval(timer);
      };
    },
  };
};
