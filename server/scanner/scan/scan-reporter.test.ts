import { afterEach, expect, it, vi } from 'vitest';

import { createScanReporter } from './scan-reporter.ts';

afterEach(() => void vi.useRealTimers());

it('reports on when the clock goes back', () => {
  vi.useFakeTimers({ now: Date.parse('2036-05-01T12:00:00.000Z') });
  const send = vi.fn();
  const { tick } = createScanReporter(send);
  expect([tick(), tick()]).toEqual([true, false]);
  vi.setSystemTime('2026-05-01T12:00:00.000Z');
  vi.advanceTimersByTime(100);
  expect([tick(), tick()]).toEqual([true, false]);
  expect(send).toHaveBeenCalledTimes(2);
});
