import { chmodSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { makeUnreadable, withoutRights } from '../../testing/unreadable-file.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
beforeEach(async () => {
  // In the shortest path, because a socket's path has at most 107 bytes.
  root = mkdtempSync(join(tmpdir(), 'o-'));
  chmodSync(root, 0o755);
  octavo = await startTestServer();
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true });
});

const scanned = async () => {
  await octavo.api.call(createLibrary, {
    body: { name: 'Loose', path: root, scan_immediately: true },
  });
  return vi.waitFor(
    async () => {
      const [found] = (await octavo.api.call(listBooks)).data;
      if (!found?.analyzed) throw new Error('Not analysed yet');
      return found.id;
    },
    { timeout: 15_000, interval: 50 },
  );
};

const expectSentence = async (response: Response, sentence: RegExp) => {
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toContain('application/json');
  for (const header of ['content-disposition', 'etag', 'content-range', 'accept-ranges']) {
    expect([header, response.headers.get(header)]).toEqual([header, null]);
  }
  expect(JSON.stringify(await response.json())).toMatch(sentence);
};

describe('the file of a book that cannot be opened', () => {
  test('is answered with a sentence, whole or in part', async () => {
    const path = join(root, 'Saga', '1.cbz');
    mkdirSync(join(root, 'Saga'));
    writeCbz(path, [{ name: '1.png', data: pngPage() }]);
    const id = await scanned();
    const restore = await block(path);
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const response = await octavo.request(`/books/${id}/file`, { headers });
      await expectSentence(response, /cannot be read \((ENXIO|EBUSY)\)/);
    }
    await restore();
  });

  test('or one of whose pages cannot be', async () => {
    const folder = join(root, 'Saga', 'Chapter 1');
    mkdirSync(folder, { recursive: true });
    for (const name of ['1.png', '2.png']) writeFileSync(join(folder, name), pngPage());
    const id = await scanned();
    const restore = makeUnreadable(join(folder, '2.png'));
    await withoutRights(async () =>
      expectSentence(
        await octavo.request(`/books/${id}/file`),
        /does not have permission to read|\(EBUSY\)/,
      ),
    );
    restore();
    expect((await octavo.request(`/books/${id}/file`)).status).toBe(200);
  });
});

/** Replaces a file by a socket, which not even root can open; on Windows, locks the file. */
const block = async (path: string): Promise<() => Promise<void>> => {
  if (process.platform === 'win32') {
    // Until the scan has closed it.
    const restore = await vi.waitFor(() => makeUnreadable(path), { timeout: 10_000 });
    return async () => Promise.resolve().then(restore);
  }
  unlinkSync(path);
  const blocker = await listenAt(path);
  return () => new Promise((resolve) => void blocker.close(() => resolve()));
};

const listenAt = async (path: string): Promise<Server> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
};
