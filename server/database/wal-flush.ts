import { flushFile } from '../lib/flush.ts';

/** Time after which a commit is on the disk, ms. */
const flushMs = 5000;

/**
 * Flushes the WAL some seconds after a write. A commit leaves that to the system, which can take half a minute, and a power
 * failure would take back what people did meanwhile. The WAL can be opened and closed here, because SQLite locks other files.
 */
export const createWalFlush = (path: string): { afterWrite: () => void; stop: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    // The next checkpoint reports a failing disk; closing deletes the WAL.
    flushFile(`${path}-wal`).catch(() => undefined);
  };
  return {
    afterWrite() {
      timer ??= setTimeout(flush, flushMs).unref();
    },
    stop: () => clearTimeout(timer),
  };
};
