import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { listHealthIssues } from '../../../shared/api/health.ts';
import { createLibrary, deleteLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { reprocessBooks } from '../../../shared/api/reprocess.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { connect } from '../../database/database.ts';
import { CancelledError } from '../../jobs/job-context.ts';
import type { ReprocessJob } from '../../jobs/jobs.ts';
import { runJob } from '../../jobs/run-job.ts';
import { defaultLimits } from '../../media/limits.ts';
import { createFileChecksHandlers } from './handlers.ts';
import { createFileChecksStore } from './store.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

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

test('bit rot and truncation are reported with the last good reading, until they are repaired', async () => {
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

  // An image can be cut off in an archive without a fault.
  writeCbz(pathOf(1), [
    { name: '1.png', data: pngPage() },
    { name: '2.png', data: pngPage(80, 120).subarray(0, 60) },
  ]);
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
  await check();
  expect((await issues()).map(({ detail }) => detail)).toEqual([
    expect.stringContaining('are cut off, or have another checksum: 1.'),
  ]);

  // Another edition in its place is not bit rot.
  writeCbz(pathOf(1), 5);
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
  await check();
  expect(await issues()).toEqual([]);
}, 30_000);

test('bit rot and truncation are reported for every format', async () => {
  const formats = { cbr: /\(rar4\)\.cbr$/, cb7: /\.cb7$/, pdf: /\.pdf$/, epub: /moby.*\.epub$/i };
  const shelf = mkdtempSync(join(tmpdir(), 'octavo-check-formats-'));
  const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');
  const names = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).sort();
  const put = (kind: string, format: string, bytes: Buffer) => {
    mkdirSync(join(shelf, kind), { recursive: true });
    writeFileSync(join(shelf, kind, `${kind}.${format}`), bytes);
    utimesSync(join(shelf, kind, `${kind}.${format}`), 1_700_000_000, 1_700_000_000);
  };
  const rotten = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const middle = Math.floor(copy.length / 2);
    copy[middle] = (copy[middle] ?? 0) ^ 1;
    return copy;
  };
  const sources = Object.entries(formats).map(([format, name]) => {
    const path = names.find((file) => name.test(file)) ?? '';
    return [format, readFileSync(join(fixtures, path))] as const;
  });
  for (const [format, bytes] of sources) {
    put(`rot-${format}`, format, bytes);
    put(`cut-${format}`, format, bytes);
    // Never read whole before: its own checksums tell. A PDF has none.
    if (format !== 'pdf') put(`new-${format}`, format, rotten(bytes));
  }
  const body = { name: 'Formats', path: shelf, scan_immediately: true };
  const { id } = await octavo.api.call(createLibrary, { body });
  await octavo.idle();
  const checkShelf = async () => {
    await octavo.api.call(reprocessBooks, { body: { action: 'check', library_id: id } });
    await octavo.idle();
    const query = { kind: 'failed_check', pageSize: 100 } as const;
    const { data } = await octavo.api.call(listHealthIssues, { query });
    return Object.fromEntries(
      data.map(({ path, detail }): [string, string | null] => [path.split('/')[0] ?? '', detail]),
    );
  };
  const first = await checkShelf();
  expect(Object.keys(first).sort()).toEqual(['new-cb7', 'new-cbr', 'new-epub']);
  for (const [format, bytes] of sources) {
    put(`rot-${format}`, format, rotten(bytes));
    put(`cut-${format}`, format, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  }
  const second = await checkShelf();
  for (const format of Object.keys(formats)) {
    expect(second[`rot-${format}`]).toMatch(/changed, but not its size or date/);
    expect(second[`cut-${format}`]).toMatch(/ends earlier than it did/);
  }
  await octavo.api.call(deleteLibrary, { params: { id } });
  await octavo.idle();
  rmSync(shelf, { recursive: true, force: true });
}, 60_000);

test('a check reads at its rate, stops after the quiet hours, and continues after a restart', async () => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(`UPDATE file_checks SET checked_at = '2020-01-01T00:00:00.000Z'`);
  const store = createFileChecksStore(database);
  const due = () => store.next('2021-01-01T00:00:00.000Z', 0, 100).map(({ id }) => id);
  const bookIds = due();
  expect(bookIds.length).toBeGreaterThan(2);
  const run = (options: { until?: number; bytesPerSecond?: number }, cancelled = () => false) =>
    runJob(
      { kind: 'reprocess', action: 'check', bookIds, ...options },
      {
        ...{
          database,
          thumbnailsDir: octavo.dataDir,
          coversDir: octavo.dataDir,
          archivesDir: octavo.dataDir,
        },
        ...{ limits: defaultLimits, cancelled, paused: () => false, send: () => undefined },
      },
    );
  await run({ until: Date.now() - 1 });
  expect(due()).toEqual(bookIds);
  // The server is stopped within the second book: the first one is saved.
  let looks = 0;
  await expect(
    run({}, () => store.count('2021-01-01T00:00:00.000Z') < bookIds.length && looks++ >= 0),
  ).rejects.toThrow(CancelledError);
  expect(due()).toEqual(bookIds.slice(1));
  const size = bookIds.slice(0, 1).length * statSync(pathOf(1)).size;
  const startedAt = performance.now();
  await run({ bytesPerSecond: size / 0.1, until: Date.now() + 60_000 });
  expect(performance.now() - startedAt).toBeGreaterThan(100);
  expect(due()).toEqual([]);
  database.close();
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
