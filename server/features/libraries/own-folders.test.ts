import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let dir: string;
const pathOf = (...names: string[]) => join(dir, ...names);
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-own-'));
  for (const name of ['data', 'backups', 'comics']) mkdirSync(pathOf(name));
  octavo = await startTestServer({ dataDir: pathOf('data') });
});
afterEach(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true });
});

const add = (path: string) => octavo.api.call(createLibrary, { body: { name: 'Comics', path } });
const keepBackupsIn = (value: string) =>
  octavo.api.call(updateSetting, { params: { key: 'backups.folder' }, body: { value } });

test('a library is no place where Octavo keeps its own files, nor around or in one', async () => {
  mkdirSync(pathOf('data', 'inside'));
  await keepBackupsIn(pathOf('backups'));
  for (const path of [pathOf('data'), pathOf('data', 'inside'), dir, pathOf('backups')]) {
    await expect(add(path)).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('where Octavo keeps its own files') as string,
    });
  }
  expect((await octavo.api.call(listLibraries)).data).toEqual([]);
  await add(pathOf('comics'));
});

test('backups go into no library', async () => {
  await add(pathOf('comics'));
  for (const path of [pathOf('comics'), pathOf('comics', 'backups')]) {
    await expect(keepBackupsIn(path)).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('library "Comics"') as string,
    });
  }
  expect(readdirSync(pathOf('comics'))).toEqual([]);
});

test.each([
  ['backups.folder', 'backups', /is not absolute/],
  ['backups.folder', `${tmpdir()}/../backups`, /goes up/],
  ['sharing.tls_cert', 'cert.pem', /is not absolute/],
  ['sharing.tls_key', 'key.pem', /is not absolute/],
])('%s is not %s', async (key, value, message) => {
  const update = octavo.api.call(updateSetting, { params: { key }, body: { value } });
  await expect(update).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringMatching(message) as string,
  });
  expect(existsSync(pathOf('data', value))).toBe(false);
});
