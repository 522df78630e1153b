import {
  type Dirent,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { walk } from './walk.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-walk-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (path: string) => {
  writeFileSync(join(root, path), 'x');
};
const failing = (folder: string) => ({
  stat: (path: string) => statSync(path, { bigint: true }),
  readdir: (path: string): Dirent[] => {
    if (path === resolve(root, folder)) throw Object.assign(new Error('no'), { code: 'EIO' });
    return readdirSync(path, { withFileTypes: true });
  },
});

it('reports a folder that cannot be read and goes on', () => {
  for (const name of ['A', 'B']) {
    mkdirSync(join(root, name));
    put(`${name}/1.cbz`);
  }
  const { files, errors } = walk(root, { fileSystem: failing('A') });
  expect([...files].map(({ path }) => path)).toEqual(['B/1.cbz']);
  expect(errors).toEqual([
    {
      path: 'A',
      directory: true,
      message: 'It cannot be read (EIO). Check the disk or the network drive.',
    },
  ]);
});

it('throws when the root itself cannot be read', () => {
  expect(() => walk(root, { fileSystem: failing(root) })).toThrow('no');
});

it.skipIf(leftOutOnWindows('its names are no bytes'))(
  'reports names that are not UTF-8 and broken links',
  () => {
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/f`), Buffer.from([0xff]), Buffer.from('.cbz')]),
      'x',
    );
    symlinkSync(join(root, 'nothing.cbz'), join(root, 'link.cbz'));
    const { errors } = walk(root);
    expect(errors.map(({ message }) => message).toSorted()).toEqual([
      expect.stringMatching(/leads nowhere/),
      'Its name is not valid UTF-8. Rename it.',
    ]);
  },
);

it('enters a folder once, however many links lead to it', () => {
  mkdirSync(join(root, 'A'));
  put('A/1.cbz');
  symlinkSync(join(root, 'A'), join(root, 'B'));
  symlinkSync(root, join(root, 'A/up'));
  expect([...walk(root).files].map(({ path }) => path)).toEqual(['A/1.cbz']);
});

it('reports books that are in iCloud only, so that they do not count as missing', () => {
  mkdirSync(join(root, 'A'));
  put('A/.1.cbz.icloud');
  put('A/.notes.txt.icloud');
  const { files, errors } = walk(root);
  expect([...files]).toEqual([]);
  expect(errors).toEqual([
    {
      path: 'A/1.cbz',
      directory: false,
      message: 'It is in iCloud only. Download it in the Finder.',
    },
  ]);
});

// Such as SSHFS-Win, and other drives made by WinFsp.
it('enters every folder of a drive that reports no inodes, and each once', () => {
  for (const name of ['A', 'B']) {
    mkdirSync(join(root, name));
    put(`${name}/1.cbz`);
  }
  symlinkSync(join(root, 'A'), join(root, 'C'));
  symlinkSync(root, join(root, 'B/up'));
  const fileSystem = {
    stat: (path: string) => Object.assign(statSync(path, { bigint: true }), { ino: 0n }),
    readdir: (path: string) => readdirSync(path, { withFileTypes: true }),
  };
  const { files } = walk(root, { fileSystem });
  expect([...files].map(({ path }) => path)).toEqual(['A/1.cbz', 'B/1.cbz']);
});

it('notes books in formats that it does not read, unless the same book is beside them', () => {
  for (const folder of ['A', 'B', 'B/Left out', 'C.epub', 'C.epub/META-INF']) {
    mkdirSync(join(root, folder));
  }
  const files = ['1.epub', '1.lrf', '2.LIT', 'cover.jpg', 'notes.txt', '.hidden.djvu'];
  for (const name of files) put(`A/${name}`);
  const others = ['scan.djvu', 'later.cbz.part', 'song.mp3.part', 'Left out/x.djvu'];
  for (const name of others) put(`B/${name}`);
  put('C.epub/META-INF/container.xml');
  const { files: found, unsupported } = walk(root, { excluded: ['B/Left out'] });
  expect([...found].map(({ path }) => path)).toEqual(['A/1.epub']);
  expect(unsupported).toEqual(['A/2.LIT', 'B/later.cbz.part', 'B/scan.djvu', 'C.epub']);
});
