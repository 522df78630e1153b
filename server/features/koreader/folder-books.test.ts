import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { getProgress } from '../../../shared/api/progress.ts';
import { documentHash } from '../../scanner/analysis/document-hash.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-loose-'));
  const folder = join(root, 'Alpha', 'Chapter 1');
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= 9; number++) {
    writeFileSync(join(folder, `${number}.png`), pngPage(200, 300, number));
  }
  octavo = await startTestServer();
  const body = { name: 'Loose', path: root, scan_immediately: true };
  await octavo.api.call(createLibrary, { body });
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a place in the archive of a folder of images reaches the book that it was made from', async () => {
  const [book] = (await octavo.api.call(listBooks)).data;
  const id = book?.id ?? '';
  const { key } = await octavo.api.call(createApiKey, {
    body: { name: 'KOReader', permissions: ['books-read', 'books-download', 'progress-write'] },
  });
  const link = `${octavo.url}/opds/v1.2/books/${id}/file/Chapter%201.cbz`;
  const download = await fetch(link, { headers: { 'x-api-key': key } });
  expect(download.status).toBe(200);
  const saved = join(root, 'on the device.cbz');
  writeFileSync(saved, Buffer.from(await download.arrayBuffer()));

  const sent = await fetch(`${octavo.url}/koreader/syncs/progress`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'x-auth-user': 'admin',
      'x-auth-key': createHash('md5').update(key).digest('hex'),
    },
    body: JSON.stringify({
      document: documentHash(saved),
      progress: '4',
      percentage: 0.44,
      device: 'Kobo',
      device_id: '1',
    }),
  });
  expect(sent.status).toBe(200);
  const progress = await octavo.api.call(getProgress, { params: { id } });
  expect(progress).toMatchObject({ current_page: 4, device: { name: 'Kobo' } });
});
