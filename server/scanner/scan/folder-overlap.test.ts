import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { foldersOverlap, isPathWithin } from './folder-overlap.ts';
import { walk } from './walk.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

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

  it.skipIf(leftOutOnWindows('Wine follows no links'))(
    'are one through a link, and overlap where one is inside the other',
    async () => {
      const real = made('real/deep');
      symlinkSync(join(dir, 'real'), join(dir, 'link'), 'junction');
      expect(await foldersOverlap(join(dir, 'link', 'deep'), real)).toBe(true);
      expect(await foldersOverlap(join(dir, 'link'), real)).toBe(true);
      expect(await foldersOverlap(made('real/other'), real)).toBe(false);
    },
  );

  it('whose names differ in case or composition only are two where the drive keeps both', async () => {
    expect(await foldersOverlap(made('Bücher'), made(nfd('Bücher')))).toBe(false);
    const keepsCases = process.platform !== 'win32';
    expect(await foldersOverlap(made('Comics'), made('comics'))).toBe(!keepsCases);
  });

  it('are one where the drive finds the same folder under both names', async () => {
    // Simulates a case-insensitive drive on a case-sensitive system.
    const identity = async (path: string) => Promise.resolve(path.toLowerCase());
    const touch = (a: string, b: string) => foldersOverlap(a, b, { identity, platform: 'linux' });
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/COMICS')).toBe(true);
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/COMICS/Saga')).toBe(true);
    expect(await touch('/mnt/usb/Comics', '/mnt/usb/Manga')).toBe(false);
  });

  it('of a Mac or a PC are two on a case-sensitive drive', async () => {
    const identity = async (path: string) => Promise.resolve(path);
    for (const platform of ['darwin', 'linux'] as const) {
      const touch = (a: string, b: string) => foldersOverlap(a, b, { identity, platform });
      expect(await touch('/Volumes/Code/Comics', '/Volumes/Code/COMICS')).toBe(false);
      expect(await touch('/Volumes/Code/Bücher', nfd('/Volumes/Code/Bücher/A'))).toBe(false);
      expect(await touch('/Volumes/Code/Comics', '/Volumes/Code/Comics/A')).toBe(true);
    }
  });

  it('of a Mac or a PC that cannot be examined count as usual there', async () => {
    const identity = async () => Promise.resolve(null);
    const touch = (platform: NodeJS.Platform) =>
      foldersOverlap('/Volumes/NAS/Bücher', nfd('/Volumes/NAS/BÜCHER/A'), { identity, platform });
    expect(await touch('darwin')).toBe(true);
    expect(await touch('linux')).toBe(false);
  });

  it('that cannot be examined are compared by their paths', async () => {
    expect(await foldersOverlap('/gone/Comics', '/gone/Comics/Saga')).toBe(true);
    expect(await foldersOverlap('/gone/Comics', '/gone/Manga')).toBe(false);
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
