import { afterEach, expect, test, vi } from 'vitest';

import { learnServerTime } from '../../api/server-clock.ts';
import { setSession } from '../../api/session-store.ts';
import type { CurrentUser } from '../../../../shared/api/auth.ts';
import { createProgressSender } from './send-progress.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn<(...values: unknown[]) => Promise<null>>() }));
vi.mock('../../api/client.ts', () => ({ api: { call } }));

afterEach(() => {
  call.mockReset();
  setSession({ status: 'unknown' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  learnServerTime(new Date().toUTCString());
});

test('a position that is sent late counts by the clock of the server', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 1, 12) });
  vi.stubGlobal('window', { isSecureContext: false });
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  // The clock of this device is an hour behind.
  learnServerTime('Fri, 01 May 2026 13:00:00 GMT');
  call.mockResolvedValue(null);
  const send = createProgressSender({ id: 'b', title: 'Saga', progress: null });
  await send({ current_page: 7, updated_at: '2026-05-01T11:59:50.000Z' }, false);
  expect(call).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({
      body: { current_page: 7, updated_at: '2026-05-01T12:59:50.000Z', restart: true },
    }),
  );
});

test('a position that was sent with others when the connection came back is not sent again', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', { isSecureContext: false });
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  setSession({ status: 'signed-in', user: { id: 'u' } as CurrentUser });
  const send = createProgressSender({ id: 'b', title: 'Saga', progress: null });
  call.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await send({ current_page: 7 }, false)).toEqual({ outcome: 'failed' });
  const again = { current_page: 7, updated_at: new Date().toISOString() };

  call.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await send(again, false), 'still queued').toEqual({ outcome: 'failed' });
  expect(call).toHaveBeenCalledTimes(2);

  stored.clear();
  expect(await send(again, false)).toEqual({ outcome: 'stored', progress: null });
  expect(call).toHaveBeenCalledTimes(2);

  call.mockResolvedValue(null);
  await send({ ...again, current_page: 8 }, false);
  expect(call, 'another page').toHaveBeenCalledTimes(3);
});
