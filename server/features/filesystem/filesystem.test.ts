import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { driveAt, drivesOf } from './drives.ts';
import { createFilesystemService } from './service.ts';

const filesystem = createFilesystemService();
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-browse-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs as somebody whom permissions bind: the tests may be run by root. */
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

  test('follows a link to a folder; one that leads nowhere is listed with the files, unreadable', async () => {
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
  });

  test('refuses a folder that may not be read', async () => {
    const secret = join(directory, 'secret');
    mkdirSync(secret);
    chmodSync(secret, 0);
    const attempt = asNobody(() => filesystem.browse(secret, false));
    await expect(attempt).rejects.toMatchObject({ code: 'Forbidden' });
  });

  test('starts at home, and the root has no parent', async () => {
    expect((await filesystem.browse(undefined, false)).current_path).toBe(homedir());
    expect((await filesystem.browse('/', false)).parent_path).toBeNull();
  });

  test.each([
    ['relative', 'Comics', 'BadRequest'],
    ['made to cut a string', '/tmp\0/x', 'BadRequest'],
    ['missing', '/no/such/folder', 'NotFound'],
    ['too long', `/${'x'.repeat(300)}`, 'NotFound'],
    ['a file', import.meta.filename, 'BadRequest'],
  ])('refuses a path that is %s', async (_, path, code) => {
    await expect(filesystem.browse(path, false)).rejects.toMatchObject({ code });
  });

  test('cuts a folder of very many entries off', async () => {
    for (let index = 0; index < 10_050; index += 1) writeFileSync(join(directory, `${index}`), '');
    const { entries } = await filesystem.browse(directory, true);
    expect(entries).toHaveLength(10_000);
  });
});

describe('drives', () => {
  const volume = (mount: string, type: string, fs = '/dev/sda1') => ({
    fs,
    type,
    size: 1000,
    available: 400,
    mount,
  });

  test('are what may hold books, not what the system mounts for itself', () => {
    const drives = drivesOf(
      [
        volume('/', 'overlay', 'overlay'),
        volume('/dev/shm', 'tmpfs'),
        volume('/boot/efi', 'vfat'),
        volume('/snap/core/1', 'squashfs'),
        volume('/etc/hosts', 'ext4'),
        volume('/var/lib/docker/overlay2/x', 'overlay'),
        volume('/System/Volumes/VM', 'APFS'),
        volume('/run/media/eva/STICK', 'vfat'),
        volume('/mnt/nas', 'cifs', '//nas/books'),
        volume('/mnt/nas', 'cifs', '//nas/books'),
        volume('C:', 'NTFS', 'C:'),
        { ...volume('D:', ''), size: 0 },
      ],
      [
        { mount: '/run/media/eva/STICK', label: 'Stick', removable: true },
        { mount: 'C:', label: '', removable: false },
      ],
    );
    expect(drives).toMatchObject([
      { name: '/', path: '/', label: null, kind: 'fixed', total_bytes: 1000, free_bytes: 400 },
      { name: 'Stick', path: '/run/media/eva/STICK', label: 'Stick', kind: 'removable' },
      { name: 'nas', path: '/mnt/nas', label: null, kind: 'network' },
      { name: 'C:', path: 'C:\\', kind: 'fixed' },
    ]);
  });

  test('of this machine are listed a page at a time', async () => {
    const { data, total } = await filesystem.drives({
      page: 1,
      pageSize: 1,
      sort: { field: 'path', direction: 'asc' },
    });
    expect(data).toHaveLength(1);
    expect(total).toBeGreaterThanOrEqual(1);
    expect(data).toMatchObject([{ path: expect.stringMatching(/^(\/|[A-Z]:\\)/) as string }]);
  });
});

test('a path lies on the innermost drive', () => {
  const drives = drivesOf(
    [
      { fs: '/dev/sda1', type: 'ext4', size: 1, available: 1, mount: '/' },
      { fs: '//nas/books', type: 'cifs', size: 1, available: 1, mount: '/media/nas' },
    ],
    [],
  );
  expect(driveAt(drives, '/media/nas/Comics')?.kind).toBe('network');
  expect(driveAt(drives, '/media/nas')?.kind).toBe('network');
  expect(driveAt(drives, '/media/nas2')?.kind).toBe('fixed');
});
