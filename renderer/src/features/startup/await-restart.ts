import { endpointUrl } from '../../../../shared/client.ts';
import { getHealth, healthSchema } from '../../../../shared/api/system.ts';

/** `here`: it answers where it did; `moved`: it has another port; `silent`: nothing was heard of it. */
export type Restarted = 'here' | 'moved' | 'silent';

interface AwaitOptions {
  /** As `fetch` of the page. */
  ask?: typeof fetch;
  /** Between two questions, ms. */
  everyMs?: number;
  /** Then it is given up; ms. */
  patienceMs?: number;
}

/**
 * Asks at the page's own address until the server runs anew, which was told to at `askedAt`. At the old port a
 * redirect leads to the new one: the page may not look there, but sees that it is led away.
 */
export const awaitRestart = async (
  askedAt: number,
  { ask = fetch, everyMs = 400, patienceMs = 20_000 }: AwaitOptions = {},
): Promise<Restarted> => {
  const look = async (): Promise<Restarted | null> => {
    const answer = await ask(endpointUrl(getHealth), { redirect: 'manual', cache: 'no-store' });
    if (answer.type === 'opaqueredirect') return 'moved';
    const { uptime_seconds: uptime } = healthSchema.parse(await answer.json());
    return uptime * 1000 < Date.now() - askedAt ? 'here' : null;
  };
  while (Date.now() - askedAt < patienceMs) {
    const found = await look().catch(() => null);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return 'silent';
};
