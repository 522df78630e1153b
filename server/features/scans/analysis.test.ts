import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { analyzeBook, getBook, listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { analyzeSeries, getSeries } from '../../../shared/api/series.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { getTask } from '../../../shared/api/tasks.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;
beforeEach(async () => {
  octavo = await startTestServer();
  root = mkdtempSync(join(tmpdir(), 'octavo-analysis-'));
  writeCbz(join(root, 'Saga', 'Saga 1.cbz'), 2);
  const body = { name: 'Comics', path: root };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const book = async () => {
  const [found] = (await octavo.api.call(listBooks)).data;
  if (!found) throw new Error('the book is gone');
  return found;
};
const endOf = async ({ task_id: id }: { task_id: string }) => {
  await octavo.idle();
  return octavo.api.call(getTask, { params: { id } });
};

test('an analysis that finds nothing new does not count as an update', async () => {
  const { id, series_id } = await book();
  const before = {
    book: await octavo.api.call(getBook, { params: { id } }),
    series: await octavo.api.call(getSeries, { params: { id: series_id } }),
  };
  const stream = await listenTo(octavo, '/events/stream');
  await endOf(await octavo.api.call(analyzeBook, { params: { id } }));
  await endOf(await octavo.api.call(analyzeSeries, { params: { id: series_id } }));
  writeCbz(join(root, 'Saga', 'Saga 2.cbz'), 2);
  expect({
    book: await octavo.api.call(getBook, { params: { id } }),
    series: await octavo.api.call(getSeries, { params: { id: series_id } }),
  }).toEqual(before);
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
  await expect.poll(() => stream.events.some(({ name }) => name === 'book_created')).toBe(true);
  const names = stream.events.map(({ name }) => name);
  expect(names.slice(0, names.indexOf('book_created'))).not.toContain('series_updated');
  expect(names).not.toContain('book_updated');
  stream.close();
});

test('the analysis of a changed file reports the book and its series', async () => {
  const { id } = await book();
  writeCbz(join(root, 'Saga', 'Saga 1.cbz'), 5);
  const stream = await listenTo(octavo, '/events/stream');
  await endOf(await octavo.api.call(analyzeBook, { params: { id } }));
  expect((await book()).page_count).toBe(5);
  await expect
    .poll(() => stream.events.map(({ name }) => name))
    .toEqual(expect.arrayContaining(['book_updated', 'series_updated']));
  stream.close();
});

test('the analysis of a file that is gone fails and says so', async () => {
  const { id, series_id } = await book();
  const error = 'The file no longer exists. Scan the library again.';
  rmSync(join(root, 'Saga', 'Saga 1.cbz'));
  const task = await endOf(await octavo.api.call(analyzeBook, { params: { id } }));
  expect(task).toMatchObject({ status: 'failed', error });
  const all = await endOf(await octavo.api.call(analyzeSeries, { params: { id: series_id } }));
  expect(all).toMatchObject({ status: 'failed', error });
});
