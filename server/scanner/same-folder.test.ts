import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { foldersTouch, isPathWithin } from './same-folder.ts';
import { walk } from './walk.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-same-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const nfd = (text: string) => text.normalize('NFD');

describe('a path within another', () => {
  test.each([
    ['win32', String.raw`C:\Comics`, String.raw`c:\COMICS\Saga`, true],
    ['win32', String.raw`C:\Comics`, String.raw`C:\Comics2`, false],
    ['win32', String.raw`C:\Comics`, String.raw`D:\Comics`, false],
    ['win32', String.raw`\\nas\books`, String.raw`\\NAS\Books\Saga`, true],
    ['win32', String.raw`C:\Comics`, String.raw`\\?\C:\Comics\Saga`, true],
    ['win32', String.raw`\\nas\books`, String.raw`\\?\UNC\nas\books\Saga`, true],
    ['darwin', '/Volumes/Bücher', nfd('/Volumes/BÜCHER/Saga'), true],
    ['linux', '/mnt/Comics', '/mnt/comics', false],
    ['linux', '/mnt/Bücher', nfd('/mnt/Bücher'), false],
    ['linux', '/mnt/Comics', '/mnt/Comics/..Saga', true],
    ['linux', '/', '/mnt', true],
  ] as const)('%s: %s, %s: %s', (platform, outer, inner, expected) => {
    expect(isPathWithin(outer, inner, platform)).toBe(expected);
  });
});

describe('two folders', () => {
  const made = (name: string) => {
    mkdirSync(join(dir, name), { recursive: true });
    return join(dir, name);
  };

  it('are one through a link, and touch where one lies in the other', async () => {
    const real = made('real/deep');
    symlinkSync(join(dir, 'real'), join(dir, 'link'));
    expect(await foldersTouch(join(dir, 'link', 'deep'), real)).toBe(true);
    expect(await foldersTouch(join(dir, 'link'), real)).toBe(true);
    expect(await foldersTouch(made('real/other'), real)).toBe(false);
  });

  it('whose names differ in case or composition only are two where the drive keeps both', async () => {
    expect(await foldersTouch(made('Bücher'), made(nfd('Bücher')))).toBe(false);
    expect(await foldersTouch(made('Comics'), made('comics'))).toBe(false);
  });

  it('are one where the drive finds the same folder under both names', async () => {
    // A drive that ignores case, in a system that does not: what it numbers tells.
    const identity = async (path: string) => Promise.resolve(path.toLowerCase());
    const touch = (a: string, b: string) => foldersTouch(a, b, { identity, platform: 'linux' });
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/COMICS')).toBe(true);
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/COMICS/Saga')).toBe(true);
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/Manga')).toBe(false);
  });

  it('that cannot be looked at are told by their paths', async () => {
    expect(await foldersTouch('/gone/Comics', '/gone/Comics/Saga')).toBe(true);
    expect(await foldersTouch('/gone/Comics', '/gone/Manga')).toBe(false);
  });
});

test('a path that is too long for the system is a fault with a sentence', () => {
  const fileSystem = {
    readdir: () => [],
    stat: () => {
      throw Object.assign(new Error('long'), { code: 'ENAMETOOLONG' });
    },
  };
  expect(walk(dir, { fileSystem }).errors).toEqual([
    {
      path: '',
      directory: true,
      message: 'Its path is longer than the system allows. Move it higher up or shorten names.',
    },
  ]);
});
