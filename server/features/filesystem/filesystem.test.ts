import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, parse } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createDrives } from './drives.ts';
import { createFilesystemService } from './service.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

const filesystem = createFilesystemService({ drives: createDrives(), folders: () => [] });
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-browse-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs without root's permissions, if the tests run as root. */
const asNobody = async <T>(work: () => Promise<T>): Promise<T> => {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
};

describe('browsing', () => {
  test('lists folders in natural order, with their paths', async () => {
    for (const name of ['Vol 10', 'Vol 2', 'arc', 'Ärger']) mkdirSync(join(directory, name));
    writeFileSync(join(directory, 'file.cbz'), '');
    const { current_path, parent_path, entries } = await filesystem.browse(`${directory}/`, false);
    expect({ current_path, parent_path }).toEqual({
      current_path: directory,
      parent_path: tmpdir(),
    });
    expect(entries.map(({ name }) => name)).toEqual(['arc', 'Ärger', 'Vol 2', 'Vol 10']);
    expect(entries[0]).toEqual({
      name: 'arc',
      path: join(directory, 'arc'),
      is_directory: true,
      is_readable: true,
    });
  });

  test('lists files behind folders where asked', async () => {
    mkdirSync(join(directory, 'z'));
    for (const name of ['page10.jpg', 'page2.jpg']) writeFileSync(join(directory, name), '');
    const { entries } = await filesystem.browse(directory, true);
    expect(entries.map(({ name, is_directory }) => [name, is_directory])).toEqual([
      ['z', true],
      ['page2.jpg', false],
      ['page10.jpg', false],
    ]);
  });

  test.skipIf(leftOutOnWindows('links take rights that few have'))(
    'follows a link to a folder; one that leads nowhere is listed with the files, unreadable',
    async () => {
      mkdirSync(join(directory, 'real'));
      symlinkSync(join(directory, 'real'), join(directory, 'good'));
      symlinkSync(join(directory, 'gone'), join(directory, 'broken'));
      symlinkSync(join(directory, 'loop'), join(directory, 'loop'));
      const folders = await filesystem.browse(directory, false);
      expect(folders.entries.map(({ name }) => name)).toEqual(['good', 'real']);
      const all = await filesystem.browse(directory, true);
      expect(all.entries.slice(2)).toMatchObject([
        { name: 'broken', is_directory: false, is_readable: false },
        { name: 'loop', is_directory: false, is_readable: false },
      ]);
    },
  );

  test.skipIf(leftOutOnWindows('folders have no mode'))(
    'refuses an unreadable folder',
    async () => {
      const secret = join(directory, 'secret');
      mkdirSync(secret);
      chmodSync(secret, 0);
      const attempt = asNobody(() => filesystem.browse(secret, false));
      await expect(attempt).rejects.toMatchObject({ code: 'Forbidden' });
    },
  );

  test('starts at home, and the root has no parent', async () => {
    expect((await filesystem.browse(undefined, false)).current_path).toBe(homedir());
    expect((await filesystem.browse(parse(homedir()).root, false)).parent_path).toBeNull();
  });

  test.each([
    ['relative', 'Comics', 'BadRequest'],
    ['made to cut a string', `${tmpdir()}\0/x`, 'BadRequest'],
    ['missing', join(tmpdir(), 'no/such/folder'), 'NotFound'],
    ['too long', join(tmpdir(), 'x'.repeat(300)), 'NotFound'],
    ['a file', import.meta.filename, 'BadRequest'],
  ])('refuses a path that is %s', async (_, path, code) => {
    await expect(filesystem.browse(path, false)).rejects.toMatchObject({ code });
  });

  test.skipIf(leftOutOnWindows('Wine takes a minute for ten thousand files'))(
    'cuts a folder of very many entries off',
    async () => {
      for (let index = 0; index < 10_050; index += 1)
        writeFileSync(join(directory, `${index}`), '');
      const { entries } = await filesystem.browse(directory, true);
      expect(entries).toHaveLength(10_000);
    },
  );
});
