import { expect, test } from 'vitest';

import { nextScan, nextScanOf } from './next-scan.ts';

/** A Wednesday. */
const now = new Date(2026, 4, 13, 14, 30);

test.each([
  ['0 * * * *', new Date(2026, 4, 13, 15, 0)],
  ['0 2 * * *', new Date(2026, 4, 14, 2, 0)],
  ['45 14 * * *', new Date(2026, 4, 13, 14, 45)],
  ['0 2 * * 3', new Date(2026, 4, 20, 2, 0)],
  ['0 2 * * 0', new Date(2026, 4, 17, 2, 0)],
  ['*/5 1-3 * * *', null],
  [null, null],
])('%s runs next at %s', (cron, time) => {
  expect(nextScan(cron, now)).toEqual(time);
});

test('the earliest of all libraries is reported', () => {
  const library = (name: string, cron_schedule: string | null, enabled = true) => ({
    name,
    scanning_config: { enabled, cron_schedule },
  });
  const libraries = [
    library('Books', '0 2 * * *'),
    library('Comics', '0 * * * *'),
    library('Manga', '31 14 * * *', false),
    library('Webtoons', null),
  ];
  expect(nextScanOf(libraries, now)?.library.name).toBe('Comics');
  expect(nextScanOf([], now)).toBeNull();
});
