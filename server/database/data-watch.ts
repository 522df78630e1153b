import { stat } from 'node:fs/promises';

import type { Logger } from 'pino';

export interface DataWatch {
  /** Whether the database is still at the path where it was opened. */
  isThere(): boolean;
  stop(): void;
}

/**
 * Polling interval, ms; a check of a local disk is instant, and writes until detection are lost.
 */
const everyMs = 2000;

/**
 * Detects that the data directory was removed, replaced or unmounted while the server runs: SQLite
 * would continue writing to files that can never be opened again.
 */
export const watchData = async ({
  path,
  log,
}: {
  /** Path of the database. */
  path: string;
  log: Pick<Logger, 'error' | 'info'>;
}): Promise<DataWatch> => {
  /** Identifies the file at the path; null if there is none. */
  const identify = () =>
    stat(path, { bigint: true }).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => null,
    );
  const opened = await identify();
  let there = true;
  let isLooking = false;
  const check = async () => {
    if (isLooking) return;
    isLooking = true;
    const found = await identify();
    isLooking = false;
    if ((found === opened) === there) return;
    there = found === opened;
    if (there) log.info({ path }, 'data directory is back');
    else
      log.error({ path }, 'data directory removed or replaced while running; writes are refused');
  };
  const timer = setInterval(() => void check(), everyMs).unref();
  return { isThere: () => there, stop: () => clearInterval(timer) };
};
