import { describe, expect, test } from 'vitest';

import { parseUserFolder, parseUserPath } from './parse-user-path.ts';

const raw = String.raw;

test.each([
  ['win32', 'C:/Comics/../Books/', raw`C:\Books`],
  ['win32', raw`\\?\C:\Comics\ `.trim(), raw`C:\Comics`],
  ['win32', raw`\\?\UNC\nas\books`, raw`\\nas\books` + '\\'],
  ['win32', raw`\\nas\books`, raw`\\nas\books` + '\\'],
  // Drives written by other systems can contain such folders.
  ['win32', raw`C:\Comics\What If...\con`, raw`C:\Comics\What If...\con`],
  ['win32', 'c:/', 'c:\\'],
  ['linux', '/mnt//comics/./', '/mnt/comics'],
  ['linux', '/mnt/a:b/nul', '/mnt/a:b/nul'],
  ['darwin', '/Volumes/Comics/CON', '/Volumes/Comics/CON'],
] as const)('%s: %s is %s', (platform, given, expected) => {
  expect(parseUserPath(given, 'body.path', platform)).toBe(expected);
});

const refused = [
  ['win32', 'Comics', /is not absolute/],
  ['win32', raw`\lib`, /is not absolute/],
  ['win32', '/', /is not absolute/],
  ['win32', raw`\\a`, /is not absolute/],
  ['win32', 'C:', /is not absolute/],
  ['win32', 'C:Comics', /is not absolute/],
  ['win32', raw`\\.\PhysicalDrive0`, /names a device/],
  ['win32', raw`\\.\pipe\x`, /names a device/],
  ['win32', `//./pipe/octavo`, /names a device/],
  ['win32', raw`C:\bk:stream`, /names a stream/],
  ['win32', raw`C:\Comics::$INDEX_ALLOCATION`, /names a stream/],
  ['win32', raw`\\nas\books\a:b`, /names a stream/],
  ['linux', 'comics', /is not absolute/],
  ['linux', '/comics\0/x', /that is not allowed in paths/],
  ['win32', 'C:\\comics\0', /that is not allowed in paths/],
] as const;

test.each(refused)('%s: %s is refused', (platform, given, reason) => {
  expect(() => parseUserPath(given, 'body.path', platform)).toThrow(reason);
  expect(() => parseUserFolder(given, 'body.path', platform)).toThrow(reason);
});

describe('a folder that may have to be made', () => {
  test.each([
    ['win32', raw`C:\NUL`, /named "NUL"/],
    ['win32', 'c:/bk 3.', /named "bk 3\."/],
    ['win32', 'C:\\data ', /named "data "/],
    ['win32', raw`C:\con .v\backups`, /named "con \.v"/],
    ['win32', raw`C:\COM¹\backups`, /named "COM¹"/],
    ['win32', raw`C:\CONIN$`, /named "CONIN\$"/],
    ['win32', raw`C:\bk\..\bk2`, /goes up/],
    ['linux', '/bk/../bk2', /goes up/],
  ] as const)('%s: %s is refused', (platform, given, reason) => {
    expect(() => parseUserFolder(given, 'body.path', platform)).toThrow(reason);
  });

  test.each([
    ['win32', 'C:\\Octavo Backups\\', raw`C:\Octavo Backups`],
    ['win32', raw`\\?\C:\Backups`, raw`C:\Backups`],
    ['linux', '/srv/backups/', '/srv/backups'],
    ['linux', '/srv/nul.', '/srv/nul.'],
  ] as const)('%s: %s is %s', (platform, given, expected) => {
    expect(parseUserFolder(given, 'body.path', platform)).toBe(expected);
  });
});
