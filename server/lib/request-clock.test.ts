import { afterEach, expect, it, vi } from 'vitest';

import { createRequestClock, isServing, noteRequest } from './request-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The lower 32 bits of this time (ms) are the greatest number, so that they wrap a moment later. */
const beforeWrap = 2 ** 31 - 1 + 400 * 2 ** 32;

it.each([
  { title: 'at any time', time: Date.UTC(2026, 10, 30) },
  { title: 'while the lower bits of the time wrap', time: beforeWrap - 100 },
])('serves for a moment after each request, $title', ({ time }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: time });
  const clock = createRequestClock();
  expect(isServing(clock)).toBe(false);
  noteRequest(clock);
  vi.setSystemTime(time + 250);
  expect(isServing(clock)).toBe(true);
  noteRequest(clock);
  vi.setSystemTime(time + 500);
  expect(isServing(clock)).toBe(true);
  vi.setSystemTime(time + 600);
  expect(isServing(clock)).toBe(false);
});

it('does not serve after the system clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 30) });
  const clock = createRequestClock();
  noteRequest(clock);
  vi.setSystemTime(Date.UTC(2026, 10, 29));
  expect(isServing(clock)).toBe(false);
});
