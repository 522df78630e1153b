import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { mobiRecord, palmDatabase } from '../../testing/palm-database.ts';
import { MediaError } from '../media-error.ts';
import { createDerivedEpubs, type DerivedEpubs } from './derived-epubs.ts';

const sample = join(import.meta.dirname, '../../testing/ebooks/ledger.azw3');

let root: string;
let dir: string;
let epubs: DerivedEpubs;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'octavo-epubs-'));
  dir = join(root, 'epubs');
  epubs = createDerivedEpubs({ dir, maxBytes: 25_000 });
});
afterEach(async () => {
  await epubs.close();
  rmSync(root, { recursive: true });
});

const book = (name: string): string => {
  const path = join(root, name);
  copyFileSync(sample, path);
  return path;
};
/** As if the EPUB was used that long ago. */
const age = (path: string, minutes: number) => {
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(path, then, then);
};

describe('EPUBs made from other files', () => {
  it('are made once, also for requests at the same time, and are the same when made again', async () => {
    const path = book('a.azw3');
    const [first, second] = await Promise.all([epubs.pathOf(path), epubs.pathOf(path)]);
    expect(second).toBe(first);
    expect(readdirSync(dir)).toHaveLength(1);
    const bytes = readFileSync(first);
    rmSync(first);
    expect(await epubs.pathOf(path)).toBe(first);
    expect(readFileSync(first).equals(bytes)).toBe(true);
  });

  it('give way to newer ones when they take too much space, those in use last', async () => {
    const made: string[] = [];
    for (const name of ['a.azw3', 'b.azw3']) made.push(await epubs.pathOf(book(name)));
    const [first = '', second = ''] = made;
    expect(statSync(first).size).toBeGreaterThan(9000);
    age(first, 20);
    age(second, 10);
    writeFileSync(join(dir, 'left-behind.tmp'), 'x');
    age(join(dir, 'left-behind.tmp'), 120);
    // Reading it again makes it the one that was used last.
    await epubs.pathOf(join(root, 'a.azw3'));
    await epubs.pathOf(book('c.azw3'));
    const names = readdirSync(dir).map((name) => join(dir, name));
    expect(names).toHaveLength(2);
    expect(names).toContain(first);
    expect(names).not.toContain(second);
  });

  it('are deleted when others need the space, also if the clock was ahead when they were used', async () => {
    const first = await epubs.pathOf(book('a.azw3'));
    const second = await epubs.pathOf(book('b.azw3'));
    age(first, -5_000_000);
    age(second, 2);
    const third = await epubs.pathOf(book('c.azw3'));
    age(third, 0);
    await epubs.pathOf(book('d.azw3'));
    expect(readdirSync(dir).map((name) => join(dir, name))).not.toContain(first);
  });

  it('belong to one version of a file', async () => {
    const path = book('a.azw3');
    const before = statSync(path);
    const stamp = { size: before.size, mtimeMs: before.mtimeMs, inode: null };
    const first = await epubs.pathOf({ path, stamp });
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    await expect(epubs.pathOf({ path, stamp })).rejects.toMatchObject({ reason: 'changed' });
    expect(await epubs.pathOf(path)).not.toBe(first);
  });

  it('that cannot be made leave nothing behind, and say why', async () => {
    const path = join(root, 'drm.azw3');
    writeFileSync(path, palmDatabase([mobiRecord({ encryption: 1 })]));
    await expect(epubs.pathOf(path)).rejects.toMatchObject({ reason: 'encrypted' });
    await expect(epubs.pathOf(join(root, 'missing.azw3'))).rejects.toThrow(MediaError);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('that cannot be stored are not a fault of the file', async () => {
    writeFileSync(dir, 'a file in place of the folder');
    await expect(epubs.pathOf(book('a.azw3'))).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
