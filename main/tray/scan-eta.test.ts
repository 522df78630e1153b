import { expect, test } from 'vitest';

import { createScanEta } from './scan-eta.ts';

const scan = (files_processed: number, change: { paused?: boolean; status?: 'completed' } = {}) =>
  ({
    task_id: 't',
    status: 'running',
    paused: false,
    files_total: 1000,
    files_processed,
    ...change,
  }) as const;

const clockedPace = () => {
  let now = 0;
  const pace = createScanEta(() => now);
  return {
    pace,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

test('knows nothing at first, then how long the rest takes', () => {
  const { pace, wait } = clockedPace();
  pace.record(scan(0));
  wait(4);
  expect(pace.minutesLeft(scan(40))).toBeNull();
  wait(26);
  expect(pace.minutesLeft(scan(10))).toBeNull();
  expect(pace.minutesLeft(scan(100))).toBe(5);
});

test('leaves out the time of a pause, and forgets a scan that is over', () => {
  const { pace, wait } = clockedPace();
  pace.record(scan(0));
  wait(60);
  pace.record(scan(100, { paused: true }));
  expect(pace.minutesLeft(scan(100))).toBeNull();
  wait(3600);
  pace.record(scan(100));
  wait(60);
  expect(pace.minutesLeft(scan(200))).toBe(8);
  pace.record(scan(1000, { status: 'completed' }));
  expect(pace.minutesLeft(scan(1000))).toBeNull();
});
