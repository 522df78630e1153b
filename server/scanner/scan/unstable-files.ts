import { setTimeout as delay } from 'node:timers/promises';

import type { WalkedFile } from './walked-file.ts';
import { statAgain } from './walk.ts';

const pollMs = 200;

/**
 * Detects files that are being written during a scan. A file not modified for `quietMs` is
 * complete; a younger one can be a partial copy.
 */
export const createUnstableFiles = (root: string, quietMs: number) => {
  const again = ({ path, entries }: WalkedFile) => statAgain(root, path, entries !== undefined);
  const mayBeIncomplete = ({ mtimeMs }: WalkedFile) => Math.abs(Date.now() - mtimeMs) < quietMs;

  return {
    mayBeIncomplete,
    /**
     * Waits until the files are stable, `quietMs` at most for all together. Yields the final state
     * of each, null for one still changing; omits deleted ones.
     */
    async *whenStable(
      files: Iterable<WalkedFile>,
      cancelled: () => boolean,
    ): AsyncGenerator<{ path: string; file: WalkedFile | null }> {
      const deadline = Date.now() + quietMs;
      for (const known of files) {
        let file = again(known);
        while (file && mayBeIncomplete(file) && Date.now() < deadline && !cancelled()) {
          await delay(pollMs);
          file = again(known);
        }
        if (file) yield { path: known.path, file: mayBeIncomplete(file) ? null : file };
      }
    },
  };
};

export type UnstableFiles = ReturnType<typeof createUnstableFiles>;
