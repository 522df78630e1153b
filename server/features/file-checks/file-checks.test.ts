import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { listHealthIssues } from '../../../shared/api/health.ts';
import { createLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { reprocessBooks } from '../../../shared/api/reprocess.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { connect } from '../../database/database.ts';
import type { ReprocessJob } from '../../jobs/jobs.ts';
import { createFileChecksHandlers } from './handlers.ts';
import { createFileChecksStore } from './store.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-check-'));
  for (const number of [1, 2, 3]) {
    writeCbz(pathOf(number), 3);
    // Whole milliseconds, which a test can set again.
    utimesSync(pathOf(number), 1_700_000_000, 1_700_000_000);
  }
  octavo = await startTestServer();
  const body = { name: 'Comics', path: root, scan_immediately: true };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const pathOf = (number: number) => join(root, 'Saga', `${number}.cbz`);
const check = async () => {
  await octavo.api.call(reprocessBooks, { body: { action: 'check', library_id: libraryId } });
  await octavo.idle();
};
const issues = async () =>
  (await octavo.api.call(listHealthIssues, { query: { kind: 'failed_check' } })).data;
const bookAt = async (number: number) => {
  const { data } = await octavo.api.call(listBooks);
  const id = data.find(({ path }) => path === pathOf(number))?.id ?? '';
  return octavo.api.call(getBook, { params: { id } });
};
/** Changes a file as a failing disk does: its date stays. */
const damage = (number: number, change: (bytes: Buffer) => Buffer) => {
  const path = pathOf(number);
  const { atime, mtime } = statSync(path);
  writeFileSync(path, change(readFileSync(path)));
  utimesSync(path, atime, mtime);
};

test('bit rot and truncation are told with the last good reading, until they are repaired', async () => {
  await check();
  expect(await issues()).toEqual([]);
  const { good_at, checked_at, file_hash } = await bookAt(1);
  expect(good_at).toBe(checked_at);
  expect(file_hash).toMatch(/^[\da-f]{64}$/);

  const whole = readFileSync(pathOf(1));
  damage(1, (bytes) => {
    // A byte in the middle of the first stored page.
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    return bytes;
  });
  const second = readFileSync(pathOf(2));
  damage(2, (bytes) => bytes.subarray(0, bytes.length - 100));
  await check();
  const found = await issues();
  expect(found.map(({ path, detail }) => [path, detail])).toEqual([
    [
      'Saga/1.cbz',
      expect.stringMatching(/changed, but not its size or date.*another checksum: 1\./),
    ],
    ['Saga/2.cbz', expect.stringContaining('ends earlier than it did')],
  ]);
  expect(found.map((issue) => issue.good_at)).toEqual([good_at, (await bookAt(2)).good_at]);
  expect((await bookAt(1)).checked_at).not.toBe(good_at);

  damage(1, () => whole);
  damage(2, () => second);
  await check();
  expect(await issues()).toEqual([]);

  // Another edition in its place is no bit rot.
  writeCbz(pathOf(1), 5);
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
  await check();
  expect(await issues()).toEqual([]);
}, 30_000);

test('the quiet hours check what is due, in libraries that want it', async () => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const store = createFileChecksStore(database);
  const checked: string[] = [];
  let until: number | null = Date.now() + 60_000;
  const { check_files } = createFileChecksHandlers({
    store,
    runJob: (job) => {
      checked.push(...(job as ReprocessJob).bookIds);
      return Promise.resolve({}) as never;
    },
    quietUntil: () => until,
    clock: () => new Date(),
  });
  const run = () =>
    check_files({ signal: new AbortController().signal, progress: () => undefined } as never);
  await run();
  expect(checked).toEqual([]);
  database.exec(`UPDATE file_checks SET checked_at = '2020-01-01T00:00:00.000Z'`);
  until = null;
  await run();
  expect(checked).toEqual([]);
  until = Date.now() + 60_000;
  await run();
  expect(checked).toHaveLength(3);
  await octavo.api.call(updateLibrary, {
    params: { id: libraryId },
    body: { check_files: false },
  });
  await run();
  expect(checked).toHaveLength(3);
  database.close();
});
