import type { LateWrite } from '../../database/write-lock.ts';
import type { CoverRatio } from './store.ts';

/** Delay in ms before aspect ratios are saved together, because a screen shows dozens of covers at once. */
const delay = 500;

/**
 * Collects aspect ratios that are not stored yet, such as those of newly chosen covers and of covers from
 * before ratios were stored. Saves them in one transaction. Losing some is harmless: the next request finds
 * them again.
 */
export const createRatioSaver = (
  keep: (ratios: readonly CoverRatio[]) => void,
  lateWrite: LateWrite,
) => {
  let waiting = new Map<string, CoverRatio>();
  const flush = () => {
    const ratios = [...waiting.values()];
    waiting = new Map();
    try {
      lateWrite(() => keep(ratios));
    } catch {
      // Ignored: the database is closed or the disk is full, and a cover works without its aspect ratio.
    }
  };
  return (ratio: CoverRatio): void => {
    if (waiting.size === 0) setTimeout(flush, delay).unref();
    waiting.set(ratio.id, ratio);
  };
};
