import { serverUrl } from '../../api/base-path.ts';
import { getHealth, type Health } from '../../../../shared/api/system.ts';
import { delay } from '../../ui/loading/delay.ts';

/** `here`: responds at the same port; `moved`: at another port; `silent`: no response in time. */
export type Restarted = 'here' | 'moved' | 'silent';

interface AwaitOptions {
  /** `fetch`, replaceable in tests. */
  ask?: typeof fetch;
  /** Polling interval (ms). */
  everyMs?: number;
  /** Timeout (ms). */
  patienceMs?: number;
}

/**
 * Polls the page's own origin until the server, whose restart was requested at `askedAt`, is back.
 * After a change of port the old port redirects: with `redirect: 'manual'` the target is hidden,
 * but the redirect itself is visible.
 */
export const awaitRestart = async (
  askedAt: number,
  { ask = fetch, everyMs = 400, patienceMs = 20_000 }: AwaitOptions = {},
): Promise<Restarted> => {
  const probe = async (): Promise<Restarted | null> => {
    const answer = await ask(serverUrl(getHealth), { redirect: 'manual', cache: 'no-store' });
    if (answer.type === 'opaqueredirect') return 'moved';
    const { uptime_seconds: uptime } = (await answer.json()) as Health;
    return uptime * 1000 < Date.now() - askedAt ? 'here' : null;
  };
  while (Date.now() - askedAt < patienceMs) {
    const found = await probe().catch(() => null);
    if (found !== null) return found;
    await delay(everyMs);
  }
  return 'silent';
};
