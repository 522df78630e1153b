import { describe, expect, test } from 'vitest';

import { toLongPath, plainPath } from './windows-long-path.ts';

const deep = `${'a'.repeat(200)}\\${'b'.repeat(100)}`;

describe('what is not Node gets', () => {
  test.each([
    ['a short path as it is', String.raw`C:\Comics\Saga 01.cb7`, String.raw`C:\Comics\Saga 01.cb7`],
    ['a long one in the long form', `C:\\${deep}`, `\\\\?\\C:\\${deep}`],
    ['a long one of a share', `\\\\nas\\books\\${deep}`, `\\\\?\\UNC\\nas\\books\\${deep}`],
    ['one with the other slashes', `C:/${deep.replace('\\', '/')}`, `\\\\?\\C:\\${deep}`],
    ['what has the form already', `\\\\?\\C:\\${deep}`, `\\\\?\\C:\\${deep}`],
    [
      'a dot at the end of a name',
      String.raw`C:\What If...\1.cb7`,
      String.raw`\\?\C:\What If...\1.cb7`,
    ],
    ['a blank at the end of a name', 'C:\\Saga \\1.cb7', '\\\\?\\C:\\Saga \\1.cb7'],
    ['the name of a device', String.raw`C:\Comics\CON\1.cb7`, String.raw`\\?\C:\Comics\CON\1.cb7`],
    [
      'a device with an extension',
      String.raw`C:\Comics\nul.cb7`,
      String.raw`\\?\C:\Comics\nul.cb7`,
    ],
    [
      'a device with blanks before the dot',
      String.raw`C:\Comics\con .v.cb7`,
      String.raw`\\?\C:\Comics\con .v.cb7`,
    ],
    ['a device of the console', String.raw`C:\CONIN$\1.cb7`, String.raw`\\?\C:\CONIN$\1.cb7`],
    ['a device with a raised number', String.raw`C:\COM¹.cb7`, String.raw`\\?\C:\COM¹.cb7`],
    [
      'a name that only begins so',
      String.raw`C:\Conan\Console.cb7`,
      String.raw`C:\Conan\Console.cb7`,
    ],
  ])('%s', (_, path, expected) => {
    expect(toLongPath(path, 'win32')).toBe(expected);
  });

  test.each(['linux', 'darwin'] as const)('any path as it is on %s', (platform) => {
    const path = `/mnt/${'a'.repeat(900)}/CON/What If...`;
    expect(toLongPath(path, platform)).toBe(path);
  });
});

describe('a folder that a person names', () => {
  test.each([
    [String.raw`\\?\C:\Comics`, String.raw`C:\Comics`],
    [String.raw`\\.\C:\Comics`, String.raw`C:\Comics`],
    ['//?/C:/Comics', String.raw`C:\Comics`],
    [String.raw`\\?\UNC\nas\books`, String.raw`\\nas\books`],
    [String.raw`\\?\unc\nas\books\Saga`, String.raw`\\nas\books\Saga`],
    [String.raw`\\nas\books`, String.raw`\\nas\books`],
    [String.raw`D:\Comics`, String.raw`D:\Comics`],
    [String.raw`\\.\PhysicalDrive0`, null],
    [String.raw`\\.\C:`, null],
    [String.raw`\\?\GLOBALROOT\Device\HarddiskVolume1\x`, null],
    [String.raw`\\?\Volume{b75e2c83-0000-0000-0000-602f00000000}\Comics`, null],
    [String.raw`\\.\pipe\octavo`, null],
  ])('%s is %s', (path, expected) => {
    expect(plainPath(path, 'win32')).toBe(expected);
  });

  test('has no such forms elsewhere', () => {
    expect(plainPath(String.raw`/mnt/\\?\C:`, 'linux')).toBe(String.raw`/mnt/\\?\C:`);
  });
});
