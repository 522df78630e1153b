import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let dir: string;
const at = (...names: string[]) => join(dir, ...names);
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-own-'));
  for (const name of ['data', 'backups', 'comics']) mkdirSync(at(name));
  octavo = await startTestServer({ dataDir: at('data') });
});
afterEach(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true });
});

const add = (path: string) => octavo.api.call(createLibrary, { body: { name: 'Comics', path } });
const keepBackupsIn = (value: string) =>
  octavo.api.call(updateSetting, { params: { key: 'backups.folder' }, body: { value } });

test('a library is no place where Octavo keeps its own files, nor around or in one', async () => {
  mkdirSync(at('data', 'inside'));
  await keepBackupsIn(at('backups'));
  for (const path of [at('data'), at('data', 'inside'), dir, at('backups')]) {
    await expect(add(path)).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('where Octavo keeps its own files') as string,
    });
  }
  expect((await octavo.api.call(listLibraries)).data).toEqual([]);
  await add(at('comics'));
});

test('backups go into no library', async () => {
  await add(at('comics'));
  for (const path of [at('comics'), at('comics', 'backups')]) {
    await expect(keepBackupsIn(path)).rejects.toMatchObject({
      code: 'BadRequest',
      message: expect.stringContaining('library "Comics"') as string,
    });
  }
  expect(readdirSync(at('comics'))).toEqual([]);
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
  expect(existsSync(at('data', value))).toBe(false);
});
