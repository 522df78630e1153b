import { expect, test } from 'vitest';

import { givenPath } from './given-path.ts';

test.each([
  ['win32', 'C:/Comics/../Books/', String.raw`C:\Books`],
  ['win32', String.raw`\\?\C:\Comics\ `.trim(), String.raw`C:\Comics`],
  ['win32', String.raw`\\?\UNC\nas\books`, String.raw`\\nas\books` + '\\'],
  ['win32', String.raw`\\nas\books`, String.raw`\\nas\books` + '\\'],
  ['linux', '/mnt//comics/./', '/mnt/comics'],
] as const)('%s: %s is %s', (platform, given, expected) => {
  expect(givenPath(given, 'body.path', platform)).toBe(expected);
});

test.each([
  ['win32', 'Comics', /is not absolute/],
  ['win32', String.raw`\\.\PhysicalDrive0`, /names a device/],
  ['win32', String.raw`//./pipe/octavo`, /names a device/],
  ['linux', 'comics', /is not absolute/],
  ['linux', '/comics\0/x', /is not absolute/],
] as const)('%s: %s is refused', (platform, given, reason) => {
  expect(() => givenPath(given, 'body.path', platform)).toThrow(reason);
});
