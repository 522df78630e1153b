import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ReleaseSource } from '../../../shared/api/release-sources.ts';
import { createPollScheduler, type PollScheduler } from './scheduler.ts';

let sources: Map<string, Pick<ReleaseSource, 'id' | 'enabled' | 'cron_schedule'>>;
let polled: string[];
let scheduler: PollScheduler;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-15T10:00:30Z') });
  sources = new Map();
  polled = [];
  scheduler = createPollScheduler({
    store: {
      all: () => [...sources.values()] as ReleaseSource[],
      get: (id) => sources.get(id) as ReleaseSource | undefined,
    },
    poll: (id) => polled.push(id),
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => {
  scheduler.stop();
  vi.useRealTimers();
});

const set = (id: string, cron_schedule: string | null, enabled = true) =>
  sources.set(id, { id, cron_schedule, enabled });

test('sources are polled by their schedule, unless they are off or have none', async () => {
  set('a', '* * * * *');
  set('off', '* * * * *', false);
  set('by hand', null);
  scheduler.start();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(polled).toEqual(['a', 'a']);
});

test('a source that is changed or removed is taken up as it is now', async () => {
  set('a', '* * * * *');
  scheduler.start();
  set('a', null);
  scheduler.refresh('a');
  set('b', '* * * * *');
  scheduler.refresh('b');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polled).toEqual(['b']);
  sources.delete('b');
  scheduler.refresh('b');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polled).toEqual(['b']);
});
