import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { defaultLimits } from '../../media/limits.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { createReadGate } from '../../media/read-gate.ts';
import { mountHanging, noMountReason } from '../../testing/hanging-mount.ts';
import { needs } from '../../testing/needs.ts';
import { writePdf } from '../../testing/pdf.ts';
import { writeCbz } from '../../testing/zip.ts';
import { analyzeZipPages } from '../analysis/page-analysis.ts';
import { type OnDemandReader, createOnDemandReader } from './on-demand-reader.ts';

const dir = mkdtempSync(join(tmpdir(), 'octavo-reader-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let reader: OnDemandReader;
beforeEach(() => {
  reader = createOnDemandReader();
});
afterEach(() => reader.close());

test('lists and analyses as the scan does', async () => {
  const comic = join(dir, 'a.cbz');
  const document = join(dir, 'b.pdf');
  writeCbz(comic, 3);
  writePdf(document, [[300, 400]]);
  for (const path of [comic, document, join(dir, 'none.cbz')]) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    expect(await reader.list(path, size)).toEqual(await openBook(path, size));
  }
  const { pages } = await openBook(comic, statSync(comic).size);
  expect(await reader.analyze(comic, pages)).toEqual(analyzeZipPages(comic, pages));
});

test('a page that is no longer where the listing found it is a fault of the file', async () => {
  const comic = join(dir, 'c.cbz');
  writeCbz(comic, 2);
  const { pages } = await openBook(comic, statSync(comic).size);
  writeFileSync(comic, Buffer.alloc(2000));
  await expect(reader.analyze(comic, pages)).rejects.toMatchObject({ reason: 'changed' });
});

test('too many of one person are refused, and others are served', async () => {
  let owner = 'ann';
  reader = createOnDemandReader({ ownerOf: () => owner });
  const path = join(dir, 'd.cbz');
  writeCbz(path, 1);
  const list = () => reader.list(path, statSync(path).size);
  const asked = Array.from({ length: 40 }, list);
  owner = 'eve';
  const hers = list();
  const ends = await Promise.allSettled(asked);
  expect((await hers).pages).toHaveLength(1);
  const refused = ends.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    reason: { code: 'ServiceUnavailable', headers: { 'Retry-After': '2' } },
  });
});

test.skipIf(noMountReason !== null)(
  'a drive that hangs is given up, and no other waits for it',
  { ...needs(noMountReason ?? 'nothing'), timeout: 60_000 },
  async () => {
    const [source, nas, disk] = ['source', 'nas', 'disk'].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    const mount = await mountHanging(source, nas);
    // Also after a failure, because deleting the folder would wait for the drive.
    onTestFinished(() => mount.unmount());
    mkdirSync(disk);
    writeCbz(join(source, 'hung.cbz'), 2);
    writeCbz(join(disk, 'good.cbz'), 2);
    const gate = createReadGate();
    const volumeOf = (path: string) => (path.startsWith(nas) ? 'nas' : 'disk');
    let probes = 0;
    reader = createOnDemandReader({
      volumeOf,
      limits: () => ({ ...defaultLimits, seconds: 60 }),
      // The drive begins to hang between the first look at it and the reading.
      gated: async (path, read) => {
        const found = await gate.run(volumeOf(path), read);
        if (path.startsWith(nas) && (probes += 1) === 1) mount.hang();
        return found;
      },
    });
    const begun = performance.now();
    const hung = reader.list(join(nas, 'hung.cbz'), 100);
    let isHung = true;
    const refused = expect(hung)
      .rejects.toMatchObject({ code: 'ServiceUnavailable' })
      .finally(() => (isHung = false));
    await sleep(300);
    const path = join(disk, 'good.cbz');
    const { pages } = await reader.list(path, statSync(path).size);
    expect(pages).toHaveLength(2);
    expect(isHung).toBe(true);
    await refused;
    expect(performance.now() - begun).toBeLessThan(12_000);
    await expect(reader.close()).rejects.toThrow(/waits for a drive/);
    mount.answer();
    reader = createOnDemandReader();
  },
);

test.skipIf(process.platform === 'win32')('a pipe in place of a file is refused', async () => {
  const pipe = join(dir, 'pipe.cbz');
  execFileSync('mkfifo', [pipe]);
  expect((await reader.list(pipe, 100)).error).toMatch(/pipe or a device/);
  const page = { source: undefined, filename: '1.png', media_type: 'image/png' } as const;
  const facts = { width: null, height: null, file_size: 9, crc32: 0, method: 0 } as const;
  await expect(
    reader.analyze(pipe, [{ ...page, ...facts, offset: 0, compressed_size: 9 }]),
  ).rejects.toThrow(/pipe or a device/);
});
