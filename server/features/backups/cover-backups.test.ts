import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  createBackup,
  listBackups,
  restoreBackup,
  uploadBackup,
} from '../../../shared/api/backups.ts';
import { createCollection } from '../../../shared/api/collections.ts';
import { coverUploads } from '../../../shared/api/cover-uploads.ts';
import { connect } from '../../database/database.ts';
import { backupDatabase } from '../../database/maintenance.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const { list, add } = coverUploads.collections;

let dirs: string[];
let octavo: TestServer;
beforeEach(async () => {
  dirs = [newDataDir()];
  octavo = await startTestServer({ dataDir: dirs[0] ?? '' });
});
afterEach(async () => {
  await octavo.stop();
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

/** Ends the server; another one starts with the data directory, or with a new one. */
const startAgain = async (dataDir = newDataDir()) => {
  await octavo.stop();
  dirs.push(dataDir);
  octavo = await startTestServer({ dataDir });
};
const uploadCovers = async (id: string) => {
  for (const name of ['p3.png', 'cat.jpg']) {
    const body = new Uint8Array(readFileSync(join(fixtures, 'images', name)));
    await octavo.api.call(add, { params: { id }, body });
  }
};
const uploadsOf = async (id: string) =>
  (await octavo.api.call(list, { params: { id } })).uploads.map((upload) => upload.id);
const bytesOf = async (id: string, upload_id: string) =>
  (await octavo.request(`/collections/${id}/cover/uploads/${upload_id}`)).arrayBuffer();
const writeBackup = async () => {
  await octavo.api.call(createBackup);
  await octavo.idle();
  const [backup] = (await octavo.api.call(listBackups)).data;
  return join(octavo.dataDir, 'backups', backup?.name ?? '');
};
const restore = async (file: string) => {
  const body = new Blob([readFileSync(file)]);
  const { name } = await octavo.api.call(uploadBackup, { body });
  await octavo.api.call(restoreBackup, { params: { name } });
  await startAgain(octavo.dataDir);
};

const copiesIn = (file: string) => {
  const database = connect(file);
  const names = database.prepare('SELECT name FROM cover_copies').pluck().all();
  database.close();
  return names;
};

test('a backup restores uploaded covers on another computer, in their order', async () => {
  const { id } = await octavo.api.call(createCollection, { body: { name: 'Best' } });
  await uploadCovers(id);
  const before = await uploadsOf(id);
  const image = await bytesOf(id, before[1] ?? '');
  const backup = await writeBackup();
  await startAgain();
  await restore(backup);
  expect(before).toHaveLength(2);
  expect(await uploadsOf(id)).toEqual(before);
  expect(await bytesOf(id, before[1] ?? '')).toEqual(image);
  expect(copiesIn(join(octavo.dataDir, 'octavo.db'))).toEqual([]);
});

test('so does a backup of the command line that is put in place by hand', async () => {
  const { id } = await octavo.api.call(createCollection, { body: { name: 'Best' } });
  await uploadCovers(id);
  const before = await uploadsOf(id);
  const backup = join(octavo.dataDir, 'backup.db');
  backupDatabase(join(octavo.dataDir, 'octavo.db'), backup);
  const dataDir = newDataDir();
  copyFileSync(backup, join(dataDir, 'octavo.db'));
  await startAgain(dataDir);
  expect(await uploadsOf(id)).toEqual(before);
});

test('a restore keeps present covers, and ignores other files', async () => {
  const { id } = await octavo.api.call(createCollection, { body: { name: 'Best' } });
  await uploadCovers(id);
  const before = await uploadsOf(id);
  const backup = await writeBackup();
  const database = connect(backup);
  const insert = database.prepare('INSERT INTO cover_copies VALUES (?, 0, ?)');
  const names = ['../../../evil', `${id}-0123456789abcdef`, `${id}-../../../../evil`];
  for (const name of names) insert.run(name, Buffer.from('evil'));
  database.close();
  await restore(backup);
  expect(await uploadsOf(id)).toEqual(before);
  expect(copiesIn(join(octavo.dataDir, 'octavo.db'))).toEqual([]);
});
