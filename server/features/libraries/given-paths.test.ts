import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { moveDataDirectory } from '../../../shared/api/data-directory.ts';
import { browseFilesystem } from '../../../shared/api/filesystem.ts';
import { previewLibrary } from '../../../shared/api/library-preview.ts';
import { createLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { updateSharing } from '../../../shared/api/sharing.ts';
import { needs } from '../../testing/needs.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let dir: string;
let id: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-given-'));
  octavo = await startTestServer({
    dataDir: join(dir, 'home'),
    configuredDataDir: join(dir, 'home'),
  });
  mkdirSync(join(dir, 'comics'));
  const body = { name: 'Comics', path: join(dir, 'comics') };
  ({ id } = await octavo.api.call(createLibrary, { body }));
});
afterAll(async () => {
  await octavo.stop();
  rmSync(dir, { recursive: true });
});

const set = (key: string, value: string) =>
  octavo.api.call(updateSetting, { params: { key }, body: { value } });

/** Wherever a person can name a place on the disk of the server. */
const gates: Record<string, (path: string) => Promise<unknown>> = {
  'a new library': (path) => octavo.api.call(createLibrary, { body: { name: 'New', path } }),
  'the folder to be looked through': (path) =>
    octavo.api.call(previewLibrary, { body: { paths: [path] } }),
  'another folder of a library': (path) =>
    octavo.api.call(updateLibrary, { params: { id }, body: { path } }),
  'the folders to choose from': (path) => octavo.api.call(browseFilesystem, { query: { path } }),
  'the folder of the backups': (path) => set('backups.folder', path),
  'the certificate': (path) => set('sharing.tls_cert', path),
  'its key': (path) => set('sharing.tls_key', path),
  'the certificate of sharing': (path) =>
    octavo.api.call(updateSharing, {
      body: { enabled: true, tls: 'own', tls_cert: path, tls_key: path },
    }),
  'the new data directory': (path) => octavo.api.call(moveDataDirectory, { body: { path } }),
};

const raw = String.raw;
const refused: readonly string[] =
  process.platform === 'win32'
    ? [
        ...['Comics', raw`\lib`, '/', raw`\\a`, 'C:', 'C:Comics', 'file:///C:/'],
        ...[raw`\\.\PhysicalDrive0`, raw`\\.\pipe\x`, '//./pipe/x', raw`\\?\GLOBALROOT\Device`],
        ...[raw`C:\bk:stream`, raw`C:\Comics::$INDEX_ALLOCATION`, raw`\\?\unix\etc`],
      ]
    : ['comics', './comics', '~/comics', 'file:///comics', raw`C:\Comics`];

test.each(
  Object.entries(gates).flatMap(([name, give]) =>
    refused.map((path) => [name, path, give] as const),
  ),
)('%s is not %s', async (_name, path, give) => {
  await expect(give(path)).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringMatching(
      /is not absolute|is a path of Windows|names a (device|stream)/,
    ) as string,
  });
});

/** Names that Windows takes for a device, or that nobody could open or remove there. */
const odd = [
  ...['NUL', 'con', 'aux.txt', 'com1', 'LPT¹', 'CONIN$', 'conout$.v', 'con .v', 'bk 3.', 'data '],
];

test.runIf(process.platform === 'win32').each(odd)(
  'no folder is made that is named %j',
  needs('Windows'),
  async (name) => {
    const path = `${dir}\\${name}`;
    for (const gate of ['the folder of the backups', 'the new data directory']) {
      await expect(gates[gate]?.(path)).rejects.toMatchObject({
        code: 'BadRequest',
        message: expect.stringContaining('Windows cannot make') as string,
      });
      expect(readdirSync(dir).sort()).toEqual(['comics', 'home']);
    }
  },
);
