import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { needs } from '../testing/needs.ts';
import { keepLocks } from './locked-files.ts';
import { moveWhole } from './move-whole.ts';

const otherDrive = '/dev/shm';
// Windows moves files between drives itself, and closing a file releases no lock there.
const isOtherDrive =
  process.platform !== 'win32' &&
  existsSync(otherDrive) &&
  statSync(otherDrive).dev !== statSync(tmpdir()).dev;
const folders: string[] = [];
const folderIn = (parent: string) => {
  const folder = mkdtempSync(join(parent, 'octavo-move-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!isOtherDrive)(
  'a folder with a link to the lock of the server is not moved to another drive',
  needs('a second drive at /dev/shm'),
  async () => {
    const dataDir = folderIn(tmpdir());
    writeFileSync(join(dataDir, 'octavo.lock'), '');
    const forget = keepLocks(dataDir);
    try {
      const source = join(folderIn(tmpdir()), 'Book');
      mkdirSync(source);
      writeFileSync(join(source, '1.png'), 'page');
      symlinkSync(join(dataDir, 'octavo.lock'), join(source, '2.png'));
      const target = join(folderIn(otherDrive), 'kept', 'Book');
      await expect(moveWhole(source, target)).rejects.toMatchObject({ code: 'Conflict' });
      expect([existsSync(join(source, '1.png')), existsSync(target)]).toEqual([true, false]);

      rmSync(join(source, '2.png'));
      await moveWhole(source, target);
      expect([existsSync(source), existsSync(join(target, '1.png'))]).toEqual([false, true]);
    } finally {
      forget();
    }
  },
);
