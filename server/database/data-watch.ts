import { stat } from 'node:fs/promises';

import type { Logger } from 'pino';

export interface DataWatch {
  /** Whether the database still lies where it was opened. */
  isThere(): boolean;
  stop(): void;
}

/** A look at a local disk takes no time; what is written until it is noticed is lost. */
const everyMs = 2000;

/**
 * Notices that the data directory was removed, replaced or unmounted while the server runs: SQLite goes on
 * writing to files that nobody will ever open again.
 */
export const watchData = async ({
  path,
  log,
  intervalMs = everyMs,
}: {
  /** Of the database. */
  path: string;
  log: Pick<Logger, 'error' | 'info'>;
  intervalMs?: number;
}): Promise<DataWatch> => {
  /** Which file lies at the path; null for none. */
  const look = () =>
    stat(path, { bigint: true }).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => null,
    );
  const opened = await look();
  let there = true;
  let isLooking = false;
  const check = async () => {
    if (isLooking) return;
    isLooking = true;
    const found = await look();
    isLooking = false;
    if ((found === opened) === there) return;
    there = found === opened;
    if (there) log.info({ path }, 'data directory is back');
    else
      log.error({ path }, 'data directory removed or replaced while running; writes are refused');
  };
  const timer = setInterval(() => void check(), intervalMs).unref();
  return { isThere: () => there, stop: () => clearInterval(timer) };
};
