import { expect, test } from 'vitest';

import { everyHours, fromCron, toCron, type Schedule } from './schedule.ts';

test.each<[Schedule, string | null]>([
  [{ kind: 'never' }, null],
  [{ kind: 'hourly' }, '0 * * * *'],
  [{ kind: 'daily', time: '02:30' }, '30 2 * * *'],
  [{ kind: 'daily', time: '00:00' }, '0 0 * * *'],
  [{ kind: 'weekly', day: 0, time: '23:05' }, '5 23 * * 0'],
  [{ kind: 'custom', cron: '*/15 8-20 * * 1-5' }, '*/15 8-20 * * 1-5'],
])('%o is %s and back again', (schedule, cron) => {
  expect(toCron(schedule)).toBe(cron);
  expect(fromCron(cron)).toEqual(schedule);
});

test.each(['61 2 * * *', '0 24 * * *', '0 2 1 * *', '0 2 * * 7', '@daily'])(
  'leaves %s as it was written',
  (cron) => {
    expect(fromCron(cron)).toEqual({ kind: 'custom', cron });
  },
);

test.each([
  ['0 */6 * * *', 6],
  ['0 */12 * * *', 12],
  ['0 */5 * * *', null],
  ['0 */0 * * *', null],
  ['30 */6 * * *', null],
  ['0 6 * * *', null],
])('%s comes every %s hours', (cron, hours) => {
  expect(everyHours(cron)).toBe(hours);
});
