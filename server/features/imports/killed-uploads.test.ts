import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { deleteImport, getImport, uploadImport } from '../../../shared/api/imports.ts';
import { connect } from '../../database/database.ts';
import { snapshotsOf } from '../../testing/faults/snapshots.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';

const csv = 'path,person,page,pages\n/nowhere/Saga 01.cbz,admin,2,10\n';
let dataDir: string;
let copies: string;
let octavo: TestServer;
beforeAll(async () => {
  dataDir = newDataDir();
  copies = mkdtempSync(join(tmpdir(), 'octavo-killed-uploads-'));
  octavo = await startTestServer({ dataDir });
});
afterAll(async () => {
  await octavo.stop();
  for (const folder of [dataDir, copies]) rmSync(folder, { recursive: true, force: true });
});

const imports = () => join(dataDir, 'imports');
const upload = () =>
  octavo.api.call(uploadImport, { query: { source: 'csv' }, body: new Blob([csv]) });
const restart = async () => {
  await octavo.stop();
  octavo = await startTestServer({ dataDir });
  await octavo.idle();
};

test('an upload that is killed leaves no file, and one that has arrived is read', async () => {
  mkdirSync(imports(), { recursive: true });
  const steps = await snapshotsOf(imports(), join(copies, 'steps'), upload);
  await octavo.idle();
  const ids = readdirSync(imports());
  const half = steps.find(({ copy }) => readdirSync(copy, { recursive: true }).length === 2);
  half?.putInPlace();
  expect(readdirSync(imports())).toEqual(ids);
  await octavo.api.call(deleteImport, { params: { id: ids[0] ?? '' } });
  half?.putInPlace();
  await restart();
  await expect.poll(() => readdirSync(imports())).toEqual([]);
  const { id } = await upload();
  await octavo.idle();
  await restart();
  expect(await octavo.api.call(getImport, { params: { id } })).toMatchObject({ status: 'ready' });
  expect(readdirSync(join(imports(), id))).toContain('uploaded');
});

test('files of an unknown import are kept for 90 days, because a backup can know it', async () => {
  const write = (name: string, days: number) => {
    mkdirSync(join(imports(), name));
    writeFileSync(join(imports(), name, 'uploaded'), csv);
    const time = Date.now() / 1000 - days * 86_400;
    utimesSync(join(imports(), name), time, time);
  };
  write('recent', 89);
  write('old', 91);
  await restart();
  await expect.poll(() => readdirSync(imports())).not.toContain('old');
  expect(readdirSync(imports())).toContain('recent');
});

test('reading that is repeated after a crash does not keep what the first one copied', async () => {
  const { id } = await upload();
  await octavo.idle();
  mkdirSync(join(imports(), id, 'foreign-abc123'));
  writeFileSync(join(imports(), id, 'images', '0123456789abcdef'), 'cover');
  await octavo.stop();
  const database = connect(join(dataDir, 'octavo.db'));
  database.prepare("UPDATE imports SET status = 'reading' WHERE id = ?").run(id);
  database.prepare("UPDATE tasks SET status = 'running' WHERE payload ->> 'import_id' = ?").run(id);
  database.close();
  octavo = await startTestServer({ dataDir });
  await octavo.idle();
  expect(await octavo.api.call(getImport, { params: { id } })).toMatchObject({ status: 'ready' });
  expect(readdirSync(join(imports(), id)).sort()).toEqual(['images', 'uploaded']);
  expect(readdirSync(join(imports(), id, 'images'))).toEqual([]);
});
