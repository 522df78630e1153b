import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { markMany, undoMarks } from '../../../shared/api/progress-marks.ts';
import { getSeries } from '../../../shared/api/series.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let saga: string;
let bone: string;
/** Three books of Saga, one of Bone. */
let books: string[];

beforeEach(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  const series = ['Saga', 'Bone'].map((name) => seedSeries(database, library, { name }));
  [saga = '', bone = ''] = series.map(({ id }) => id);
  books = series.flatMap((entry, index) =>
    [1, 2, 3].slice(index * 2).map((number) => seedBook(database, entry, { number }).id),
  );
  database.close();
});
afterEach(() => octavo.stop());

const book = (index: number) => books[index] ?? '';
const read = (index: number, current_page: number) =>
  octavo.api.call(updateProgress, { params: { id: book(index) }, body: { current_page } });
const progressOf = (index: number) =>
  octavo.api.call(getProgress, { params: { id: book(index) } }).catch(() => null);
const mark = (body: { read: boolean; series_ids?: string[]; book_ids?: string[] }) =>
  octavo.api.call(markMany, { body });
const undo = (id: string | null) => octavo.api.call(undoMarks, { params: { id: id ?? '' } });
const history = () => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const rows = database.prepare('SELECT pages, started, completed FROM reading_history').all();
  database.close();
  return rows;
};

test.each([true, false])('marking read: %s, is taken back to the very same', async (isRead) => {
  await read(0, 4);
  await read(1, 10);
  const before = await Promise.all([0, 1, 2, 3].map(progressOf));
  const seriesBefore = await octavo.api.call(getSeries, { params: { id: saga } });
  const historyBefore = history();

  const marked = await mark({ read: isRead, series_ids: [saga], book_ids: [book(0), book(3)] });
  expect(marked.count).toBe(isRead ? 3 : 2);
  const between = await Promise.all([0, 1, 2, 3].map(progressOf));
  expect(between.map((progress) => progress?.is_completed ?? false)).toEqual(
    [0, 1, 2, 3].map(() => isRead),
  );

  expect(await undo(marked.undo_id)).toEqual({ count: marked.count });
  expect(await Promise.all([0, 1, 2, 3].map(progressOf))).toEqual(before);
  expect(await octavo.api.call(getSeries, { params: { id: saga } })).toEqual(seriesBefore);
  expect(history()).toEqual(historyBefore);
  await expect(undo(marked.undo_id)).rejects.toMatchObject({ code: 'NotFound' });
});

test('what was read since the change is kept', async () => {
  const marked = await mark({ read: true, series_ids: [saga] });
  const since = await read(1, 6);
  expect(await undo(marked.undo_id)).toEqual({ count: 2 });
  expect(await progressOf(1)).toEqual(since);
  expect(await progressOf(0)).toBeNull();
});

test('an unknown series or book prevents marking the others', async () => {
  const unknown = crypto.randomUUID();
  for (const body of [{ series_ids: [saga, unknown] }, { book_ids: [book(0), unknown] }]) {
    await expect(mark({ read: true, ...body })).rejects.toMatchObject({ code: 'NotFound' });
  }
  expect(await progressOf(0)).toBeNull();
});

test('nothing to change leaves nothing to take back; nothing named is refused', async () => {
  expect(await mark({ read: false, series_ids: [bone] })).toEqual({ count: 0, undo_id: null });
  await expect(mark({ read: true })).rejects.toMatchObject({ code: 'BadRequest' });
  const many = Array.from({ length: 501 }, () => saga);
  await expect(mark({ read: true, series_ids: many })).rejects.toMatchObject({
    code: 'BadRequest',
  });
});

test.each([
  ['read, then unread', [true, false]],
  ['unread, then read', [false, true]],
  ['unread, read and unread again', [false, true, false, true]],
])('marks are taken back from the first to the last: %s', async (_, changes) => {
  await read(0, 4);
  const before = await Promise.all([0, 1].map(progressOf));
  const ids: (string | null)[] = [];
  for (const isRead of changes) {
    ids.push((await mark({ read: isRead, book_ids: [book(0), book(1)] })).undo_id);
  }
  for (const id of ids.filter((id) => id !== null)) await undo(id);
  expect(await Promise.all([0, 1].map(progressOf))).toEqual(before);
});

test('of three marks, the second and third are taken back before the first', async () => {
  const ids = [];
  for (const isRead of [true, false, true]) {
    ids.push((await mark({ read: isRead, book_ids: [book(0)] })).undo_id);
  }
  const [first = null, second = null, third = null] = ids;
  await undo(second);
  await undo(third);
  expect(await progressOf(0)).toMatchObject({ is_completed: true });
  await undo(first);
  expect(await progressOf(0)).toBeNull();
});

test('a change belongs to the user who made it', async () => {
  const { undo_id } = await mark({ read: true, series_ids: [saga] });
  const headers = await addUser(octavo.dataDir, { username: 'eve', role: 'reader' });
  const foreign = await fetch(`${octavo.url}/api/v1/progress/marks/${undo_id ?? ''}`, {
    method: 'DELETE',
    headers,
  });
  expect(foreign.status).toBe(404);
  expect(await undo(undo_id)).toEqual({ count: 3 });
});
