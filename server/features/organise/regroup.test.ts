import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { getLibrary } from '../../../shared/api/libraries.ts';
import { organise, regroupLibrary, undoOrganiseChange } from '../../../shared/api/organise.ts';
import { newId } from '../../database/ids.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let shelf: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  shelf = await startScannedLibrary('folder', octavo);
  shelf.add('A/one/Alpha 01.cbz', 'A/two/Alpha 02.cbz', 'B/Beta 01.cbz', 'B/Beta 02.cbz');
  await shelf.scan();
});
afterEach(() => shelf.stop());

type Strategy = 'folder' | 'nested' | 'flat';
const regroup = (series_strategy: Strategy, body: { dry_run?: boolean; pageSize?: number } = {}) =>
  shelf.api.call(regroupLibrary, {
    params: { id: shelf.library.id },
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
  expect(await shelf.shape()).toEqual({ B: 2, one: 1, two: 1 });
  expect((await regroup('folder', { dry_run: true })).moved).toBe(0);
});

test('progress follows, later scans agree, and undoing brings the same series back', async () => {
  const book = await shelf.bookAt('Alpha 01.cbz');
  await shelf.read(book.id);
  const { change_id } = await regroup('nested');
  expect(await shelf.shape()).toEqual({ A: 2, B: 2 });
  for (const mode of ['normal', 'deep'] as const) {
    await shelf.scan(mode);
    expect(await shelf.shape()).toEqual({ A: 2, B: 2 });
  }
  const { series_id } = await shelf.book(book.id);
  expect(await shelf.progressOf(book.id)).toEqual({ current_page: 1, series_id });
  await shelf.api.call(undoOrganiseChange, { params: { id: change_id ?? '' } });
  expect(await shelf.shape()).toEqual({ B: 2, one: 1, two: 1 });
  expect(await shelf.progressOf(book.id)).toEqual({ current_page: 1, series_id: book.series_id });
  const { series_strategy } = await shelf.api.call(getLibrary, {
    params: { id: shelf.library.id },
  });
  expect(series_strategy).toBe('folder');
});

test('what a person put somewhere stays there', async () => {
  const [beta, first] = [await shelf.seriesNamed('B'), await shelf.seriesNamed('one')];
  const changes = [{ action: 'merge' as const, series_ids: [beta.id], into: first.id }];
  const { change_id } = await shelf.api.call(organise, { body: { changes } });
  await regroup('flat');
  expect(await shelf.shape()).toEqual({ Alpha: 1, one: 3 });
  await shelf.scan('deep');
  expect(await shelf.shape()).toEqual({ Alpha: 1, one: 3 });
  await shelf.api.call(undoOrganiseChange, { params: { id: change_id ?? '' } });
  expect(await shelf.shape()).toEqual({ Alpha: 2, Beta: 2 });
});

test('an older regrouping is not undone under a newer one, nor an unknown library regrouped', async () => {
  const { change_id } = await regroup('nested');
  await regroup('flat');
  const params = { id: change_id ?? '' };
  await expect(shelf.api.call(undoOrganiseChange, { params })).rejects.toMatchObject({
    code: 'Conflict',
  });
  await expect(
    shelf.api.call(regroupLibrary, { params: { id: newId() }, body: { series_strategy: 'flat' } }),
  ).rejects.toMatchObject({ code: 'NotFound' });
});
