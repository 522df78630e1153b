import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  addToCollection,
  createCollection,
  listSeriesOfCollection,
} from '../../../shared/api/collections.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import {
  createFileDeletion,
  listDeletedBooks,
  listFileDeletions,
  undoFileDeletion,
} from '../../../shared/api/file-deletions.ts';
import { emptyTrash, listTrash } from '../../../shared/api/trash.ts';
import { connect } from '../../database/database.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let scanned: ScannedLibraryServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  scanned = await startScannedLibrary('folder', octavo);
  scanned.add('Saga/Saga 01.cbz', 'Saga/Saga 02.cbz', 'Bone/Bone 01.cbz');
  await scanned.scan();
});
afterEach(() => scanned.stop());

const allow = (value: boolean) =>
  scanned.api.call(updateSetting, { params: { key: 'library.delete_files' }, body: { value } });
const remove = async (body: { book_ids?: string[]; series_ids?: string[]; dry_run?: boolean }) => {
  const started = await scanned.api.call(createFileDeletion, { body });
  await octavo.idle();
  return started;
};
const undo = async (id: string) => {
  await scanned.api.call(undoFileDeletion, { params: { id }, body: {} });
  await octavo.idle();
};

test('a series is deleted with its files, and comes back with all that people did', async () => {
  const [saga, book] = [await scanned.seriesNamed('Saga'), await scanned.bookAt('Saga 02.cbz')];
  await scanned.read(book.id);
  await scanned.api.call(updateBook, { params: { id: book.id }, body: { title: 'Mine' } });
  const collection = await scanned.api.call(createCollection, { body: { name: 'Best' } });
  await scanned.api.call(addToCollection, {
    params: { id: collection.id },
    body: { series_ids: [saga.id] },
  });
  const collected = async () =>
    (await scanned.api.call(listSeriesOfCollection, { params: { id: collection.id } })).total;
  const body = { series_ids: [saga.id] };

  await expect(remove(body)).rejects.toMatchObject({ code: 'Conflict' });
  expect(await remove({ ...body, dry_run: true })).toMatchObject({ id: null, book_count: 2 });
  await allow(true);
  expect(await remove({ ...body, dry_run: true })).toMatchObject({ id: null, book_count: 2 });
  expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
  const { id } = await remove(body);
  expect(await scanned.shape()).toEqual({ Bone: 1 });
  expect(readdirSync(scanned.root).sort()).toEqual(['.octavo-bin', 'Bone']);

  // Neither a scan nor the trash touches what is in the bin.
  await scanned.scan();
  expect((await scanned.api.call(listTrash, {})).total).toBe(0);
  await scanned.api.call(emptyTrash, {});
  const [deletion] = (await scanned.api.call(listFileDeletions, {})).data;
  expect(deletion).toMatchObject({ id, books: { deleted: 2, failed: 0 }, task_id: null });

  await undo(id ?? '');
  expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
  expect(existsSync(join(scanned.root, 'Saga/Saga 01.cbz'))).toBe(true);
  expect(readdirSync(scanned.root).sort()).toEqual(['Bone', 'Saga']);
  expect(await scanned.book(book.id)).toMatchObject({ title: 'Mine', series_id: saga.id });
  expect(await scanned.progressOf(book.id)).toMatchObject({ current_page: 1 });
  expect(await collected()).toBe(1);
  await expect(undo(id ?? '')).rejects.toMatchObject({ code: 'Conflict' });
});

test('files that cannot be deleted or restored have the reason', async () => {
  await allow(true);
  const [first, second] = [
    await scanned.bookAt('Saga 01.cbz'),
    await scanned.bookAt('Saga 02.cbz'),
  ];
  writeFileSync(join(scanned.root, 'Saga/Saga 01.cbz'), 'changed since');
  const { id } = await remove({ book_ids: [first.id, second.id] });
  const states = async () => {
    const { data } = await scanned.api.call(listDeletedBooks, { params: { id: id ?? '' } });
    return Object.fromEntries(data.map((book) => [book.path, [book.state, book.reason]]));
  };
  expect(await states()).toEqual({
    'Saga/Saga 01.cbz': ['failed', expect.stringContaining('has changed')],
    'Saga/Saga 02.cbz': ['deleted', null],
  });
  writeFileSync(join(scanned.root, 'Saga/Saga 02.cbz'), 'another one');
  await undo(id ?? '');
  expect(await states()).toEqual({
    'Saga/Saga 02.cbz': ['deleted', expect.stringContaining('in its place')],
  });
  const maintainer = await addUser(octavo.dataDir, { username: 'mia', role: 'maintainer' });
  const refused = await octavo.request('/file-deletions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...maintainer },
    body: JSON.stringify({ book_ids: [first.id] }),
  });
  expect(refused.status).toBe(403);
});

test('a deletion that was killed between the bin and the database, then cancelled, is undone', async () => {
  await allow(true);
  const [first, second] = [
    await scanned.bookAt('Saga 01.cbz'),
    await scanned.bookAt('Saga 02.cbz'),
  ];
  const { id } = await remove({ book_ids: [first.id, second.id] });
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(
    `UPDATE deleted_books SET state = 'deleting', bin_id = NULL;
     UPDATE books SET missing_since = NULL WHERE path LIKE 'Saga/%'`,
  );
  database.close();
  await scanned.api.call(undoFileDeletion, {
    params: { id: id ?? '' },
    body: { book_ids: [first.id] },
  });
  await octavo.idle();
  expect(existsSync(join(scanned.root, 'Saga/Saga 01.cbz'))).toBe(true);
  await scanned.scan();
  await undo(id ?? '');
  expect(existsSync(join(scanned.root, 'Saga/Saga 02.cbz'))).toBe(true);
  expect(await scanned.shape()).toEqual({ Saga: 2, Bone: 1 });
});
