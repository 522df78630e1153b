import { isWebPage } from '../../../worker/is-web-page.ts';
import { checkConnection } from '../../api/connection.ts';
import { delay } from '../loading/delay.ts';

/** Pauses before a cover is asked for again (ms), each up to twice as long, so that those of a grid do not come at once. */
const pausesMs = [2_000, 6_000, 20_000];

/** Pauses so far, by URL: an image that arrives can be damaged. */
const taken = new Map<string, number>();

/** Null if the server did not answer, or a proxy did in its place. */
const statusOf = async (src: string): Promise<number | null> => {
  const response = await fetch(src, { method: 'HEAD', redirect: 'manual' }).catch(() => null);
  return !response?.status || isWebPage(response) ? null : response.status;
};

/**
 * Calls `onBack` when the server has a cover that failed to load, because it was busy or the transfer was cut off. Gives
 * up if there is no such cover, or after some attempts.
 */
export const retryCover = async (src: string, onBack: () => void): Promise<void> => {
  for (;;) {
    const count = taken.get(src) ?? 0;
    const pause = pausesMs[count];
    if (pause === undefined) return;
    taken.set(src, count + 1);
    await delay(pause * (1 + Math.random()));
    const status = await statusOf(src);
    if (status === null) void checkConnection();
    else if (status < 400) {
      onBack();
      return;
    } else if (status < 500 && status !== 429) return;
  }
};
