import { expect, test } from 'vitest';

import { automaticScans, isAutomatic, manualScans, withAutomaticScans } from './automatic-scans.ts';

const off = {
  watch: false,
  scanning_config: {
    enabled: true,
    cron_schedule: null,
    default_mode: 'normal',
    scan_on_start: false,
  },
} as const;

test.each([
  ['a library that nobody set up', off, false],
  ['a watched folder', { ...off, watch: true }, true],
  [
    'a schedule',
    { ...off, scanning_config: { ...off.scanning_config, cron_schedule: '0 2 * * 0' } },
    true,
  ],
  [
    'scans at start',
    { ...off, scanning_config: { ...off.scanning_config, scan_on_start: true } },
    true,
  ],
  [
    'all of it, but turned off',
    {
      watch: true,
      scanning_config: { ...off.scanning_config, scan_on_start: true, enabled: false },
    },
    false,
  ],
] as const)('new files appear automatically by %s: $2', (_, library, expected) => {
  expect(isAutomatic(library)).toBe(expected);
});

test('turning on watches and scans daily, unless something was chosen before', () => {
  expect(withAutomaticScans(off, true)).toEqual(automaticScans);
  const weekly = { ...off.scanning_config, enabled: false, cron_schedule: '0 2 * * 0' };
  expect(withAutomaticScans({ ...off, scanning_config: weekly }, true)).toEqual({
    scanning_config: { enabled: true },
  });
  expect(withAutomaticScans({ ...off, watch: true }, false)).toEqual({
    scanning_config: { enabled: false },
  });
});

test('a new library can be added without', () => {
  const { scanning_config: config, ...rest } = manualScans;
  expect(isAutomatic({ ...rest, scanning_config: { ...off.scanning_config, ...config } })).toBe(
    false,
  );
});
