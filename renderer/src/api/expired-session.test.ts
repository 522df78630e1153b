import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let tickets: number;

/** The window of the desktop, whose tickets the server takes, and where the session has ended. */
beforeEach(() => {
  // The window is known from the start of the page.
  vi.resetModules();
  tickets = 0;
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null });
  vi.stubGlobal('window', {
    octavo: { takeTicket: async () => `ticket ${(tickets += 1)}` },
    fetch: async () => Response.json({ access_token: `token ${tickets}`, user: { id: 'ada' } }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a session that has ended again after a minute is renewed, also if the clock was set back meanwhile', async () => {
  const { headersAfterExpiry } = await import('./expired-session.ts');
  const { setSession } = await import('./session-store.ts');
  const { readToken, setPageToken } = await import('./token.ts');
  setSession({ status: 'signed-in', user: { id: 'ada' } as never });
  setPageToken('token 0');
  const renew = async () => {
    const init = { method: 'PUT', headers: { authorization: `Bearer ${readToken() ?? ''}` } };
    const refusal = Response.json({ error: 'Unauthorized' }, { status: 401 });
    return (await headersAfterExpiry(init, refusal))?.['authorization'];
  };
  expect(await renew()).toBe('Bearer token 1');
  vi.advanceTimersByTime(61_000);
  // An hour earlier.
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await renew()).toBe('Bearer token 2');
  expect(tickets).toBe(2);
});
