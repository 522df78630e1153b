import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { pngPage } from '../testing/zip.ts';
import { createCoverUploads } from './cover-uploads.ts';

test('an image that is deleted while the images are listed is left out', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const uploads = createCoverUploads({ dir });
  const id = crypto.randomUUID();
  const name = await uploads.save(id, pngPage(), { count: 8, bytes: 1_000_000 });
  // Its folder names it, but it cannot be found any more.
  symlinkSync(join(dir, 'gone'), join(dir, id.slice(-2), `${id}-gone.webp`));
  expect(await uploads.list(id)).toMatchObject([{ name, width: 8, height: 12 }]);
});

test('images of an owner that is gone come back with it, and are deleted after 90 days', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const uploads = createCoverUploads({ dir });
  const [gone, stays] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [gone, stays]) await uploads.save(id, pngPage(), { count: 8, bytes: 1_000_000 });
  const counts = async () => [
    (await uploads.list(gone)).length,
    (await uploads.list(stays)).length,
  ];
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  for (const days of [0, 89]) await uploads.sweep((id) => id === stays, inDays(days));
  expect(await counts()).toEqual([0, 1]);
  await uploads.sweep(() => true, inDays(1));
  expect(await counts()).toEqual([1, 1]);
  for (const days of [0, 91]) await uploads.sweep((id) => id === stays, inDays(days));
  expect(await counts()).toEqual([0, 1]);
  expect(
    readdirSync(dir, { recursive: true }).filter((name) => String(name).includes(gone)),
  ).toEqual([]);
});

test('half an image that a crash left is deleted after a day, but not one that may be being written', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const uploads = createCoverUploads({ dir });
  const id = crypto.randomUUID();
  const name = await uploads.save(id, pngPage(), { count: 8, bytes: 1_000_000 });
  const folder = join(dir, id.slice(-2));
  const half = `${id}-${'0'.repeat(16)}.webp.tmp`;
  writeFileSync(join(folder, half), 'half');
  await uploads.sweep(() => true, new Date());
  expect(readdirSync(folder)).toContain(half);
  await uploads.sweep(() => true, new Date(Date.now() + 25 * 3_600_000));
  expect(readdirSync(folder)).toEqual([`${id}-${name}.webp`]);
});
