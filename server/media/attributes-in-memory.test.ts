import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { mountHanging, noMountReason } from '../testing/hanging-mount.ts';
import { needs } from '../testing/needs.ts';
import { hasAttributesInMemory } from './attributes-in-memory.ts';

const folderIn = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'octavo-attributes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

const isInMemory = async (path: string): Promise<boolean> => {
  const handle = await open(path);
  try {
    return await hasAttributesInMemory(handle.fd);
  } finally {
    await handle.close();
  }
};

test.skipIf(process.platform !== 'linux')(
  'a file in memory has its attributes there',
  needs('/dev/shm of Linux'),
  async () => {
    const path = join(folderIn('/dev/shm'), 'book.cbz');
    writeFileSync(path, '');
    expect(await isInMemory(path)).toBe(true);
  },
);

test.skipIf(noMountReason !== null)(
  'a drive of another program may be asked for the attributes, so that it can hang',
  { ...needs(noMountReason ?? 'nothing'), timeout: 30_000 },
  async () => {
    const folder = folderIn(tmpdir());
    const [source, nas] = [join(folder, 'source'), join(folder, 'nas')];
    const mount = await mountHanging(source, nas);
    onTestFinished(() => mount.unmount());
    writeFileSync(join(source, 'book.cbz'), '');
    expect(await isInMemory(join(nas, 'book.cbz'))).toBe(false);
  },
);
