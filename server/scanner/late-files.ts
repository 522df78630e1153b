import { setTimeout as delay } from 'node:timers/promises';

import { lookAgain, type WalkedFile } from './walk.ts';

const lookMs = 200;

/**
 * Tells which files are being written while a scan runs. A file that nobody has written to for `settleMs`
 * is whole; a younger one may be half of a copy.
 */
export const createLateFiles = (root: string, settleMs: number) => {
  const again = ({ path, entries }: WalkedFile) => lookAgain(root, path, entries !== undefined);
  const isYoung = ({ mtimeMs }: WalkedFile) => Math.abs(Date.now() - mtimeMs) < settleMs;

  return {
    isYoung,
    /**
     * Waits until nobody writes to the files any more, for all of them together not longer than
     * `settleMs`. Gives each as it is then, null for one that has not come to rest; leaves out what is gone.
     */
    async *rested(
      files: readonly WalkedFile[],
      cancelled: () => boolean,
    ): AsyncGenerator<{ path: string; file: WalkedFile | null }> {
      const deadline = Date.now() + settleMs;
      for (const known of files) {
        let file = again(known);
        while (file && isYoung(file) && Date.now() < deadline && !cancelled()) {
          await delay(lookMs);
          file = again(known);
        }
        if (file) yield { path: known.path, file: isYoung(file) ? null : file };
      }
    },
  };
};
