import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { getLibrary } from '../../../shared/api/libraries.ts';
import { organise, regroupLibrary, undoOrganiseChange } from '../../../shared/api/organise.ts';
import { newId } from '../../database/ids.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let scanned: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  scanned = await startScannedLibrary('folder', octavo);
  scanned.add('A/one/Alpha 01.cbz', 'A/two/Alpha 02.cbz', 'B/Beta 01.cbz', 'B/Beta 02.cbz');
  await scanned.scan();
});
afterEach(() => scanned.stop());

type Strategy = 'folder' | 'nested' | 'flat';
const regroup = (series_strategy: Strategy, body: { dry_run?: boolean; pageSize?: number } = {}) =>
  scanned.api.call(regroupLibrary, {
    params: { id: scanned.library.id },
    body: { series_strategy, ...body },
  });

test('a dry run reports which series come and go, page by page, and changes nothing', async () => {
  const diff = await regroup('nested', { dry_run: true, pageSize: 1 });
  expect(diff).toMatchObject({
    change_id: null,
    moved: 2,
    appearing: [{ name: 'A', book_count: 2 }],
    appearing_count: 1,
    disappearing: [
      { name: 'one', book_count: 1 },
      { name: 'two', book_count: 1 },
    ],
    disappearing_count: 2,
  });
  expect(diff.moves).toMatchObject([{ from: 'one', to: 'A' }]);
  expect(await scanned.shape()).toEqual({ B: 2, one: 1, two: 1 });
  expect((await regroup('folder', { dry_run: true })).moved).toBe(0);
});

test('progress follows, later scans agree, and undoing brings the same series back', async () => {
  const book = await scanned.bookAt('Alpha 01.cbz');
  await scanned.read(book.id);
  const { change_id } = await regroup('nested');
  expect(await scanned.shape()).toEqual({ A: 2, B: 2 });
  for (const mode of ['normal', 'deep'] as const) {
    await scanned.scan(mode);
    expect(await scanned.shape()).toEqual({ A: 2, B: 2 });
  }
  const { series_id } = await scanned.book(book.id);
  expect(await scanned.progressOf(book.id)).toEqual({ current_page: 1, series_id });
  await scanned.api.call(undoOrganiseChange, { params: { id: change_id ?? '' } });
  expect(await scanned.shape()).toEqual({ B: 2, one: 1, two: 1 });
  expect(await scanned.progressOf(book.id)).toEqual({ current_page: 1, series_id: book.series_id });
  const { series_strategy } = await scanned.api.call(getLibrary, {
    params: { id: scanned.library.id },
  });
  expect(series_strategy).toBe('folder');
});

test('what a person put somewhere stays there', async () => {
  const [beta, first] = [await scanned.seriesNamed('B'), await scanned.seriesNamed('one')];
  const changes = [{ action: 'merge' as const, series_ids: [beta.id], into: first.id }];
  const { change_id } = await scanned.api.call(organise, { body: { changes } });
  await regroup('flat');
  expect(await scanned.shape()).toEqual({ Alpha: 1, one: 3 });
  await scanned.scan('deep');
  expect(await scanned.shape()).toEqual({ Alpha: 1, one: 3 });
  await scanned.api.call(undoOrganiseChange, { params: { id: change_id ?? '' } });
  expect(await scanned.shape()).toEqual({ Alpha: 2, Beta: 2 });
});

test('an older regrouping is not undone under a newer one, nor an unknown library regrouped', async () => {
  const { change_id } = await regroup('nested');
  await regroup('flat');
  const params = { id: change_id ?? '' };
  await expect(scanned.api.call(undoOrganiseChange, { params })).rejects.toMatchObject({
    code: 'Conflict',
  });
  await expect(
    scanned.api.call(regroupLibrary, {
      params: { id: newId() },
      body: { series_strategy: 'flat' },
    }),
  ).rejects.toMatchObject({ code: 'NotFound' });
});
