import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { listEdits, undoEdit, updateBook, updateSeries } from '../../../shared/api/edits.ts';
import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { reprocessBooks, resetEdits } from '../../../shared/api/reprocess.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { getSeries, listSeries } from '../../../shared/api/series.ts';
import { cancelTask, getTask } from '../../../shared/api/tasks.ts';
import { connect } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-reprocess-'));
  writeCbz(join(root, 'Saga', '1.cbz'), 3, '<Title>One</Title><Genre>Space</Genre>');
  writeCbz(join(root, 'Saga', '2.cbz'), 3, '<Title>Two</Title>');
  writeCbz(join(root, 'Akira', '1.cbz'), 3, '<Title>Neo</Title>');
  octavo = await startTestServer();
  const body = { name: 'Comics', path: root };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Changes rows behind the server's back, as an older version would have left them. */
const execute = (sql: string) => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(sql);
  database.close();
};
const books = async () => (await octavo.api.call(listBooks)).data;
const bookNamed = async (title: string) => (await books()).find((book) => book.title === title);
const idOf = async (title: string) => (await bookNamed(title))?.id ?? newId();
const seriesId = async (name: string) =>
  (await octavo.api.call(listSeries)).data.find((series) => series.name === name)?.id ?? newId();
const start = async (
  body: Parameters<typeof octavo.api.call<typeof reprocessBooks>>[1]['body'],
) => {
  const started = await octavo.api.call(reprocessBooks, { body });
  await octavo.idle();
  const task = await octavo.api.call(getTask, { params: { id: started.task_id } });
  expect(task).toMatchObject({ task_type: 'reprocess_books', status: 'completed', error: null });
  return { ...started, task };
};
/** Every cover file of a book. */
const coverFiles = (id: string) => {
  const folder = join(octavo.dataDir, 'thumbnails', id.slice(-3));
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${id}-`))
    .map((name) => join(folder, name));
};

describe('metadata', () => {
  beforeEach(() => {
    execute(`UPDATE books SET title = 'Stale ' || pk, analyzed = 1 WHERE missing_since IS NULL`);
  });

  test('is read again for a whole library, without listing the pages again', async () => {
    const { book_count, task } = await start({ action: 'metadata', library_id: libraryId });
    expect(book_count).toBe(3);
    expect(task).toMatchObject({ library_id: libraryId, progress: { current: 3, total: 3 } });
    expect((await books()).map(({ title }) => title).sort()).toEqual(['Neo', 'One', 'Two']);
    expect((await books()).every(({ analyzed }) => analyzed)).toBe(true);
  });

  test('is read again for series and for single books', async () => {
    const { book_count } = await start({
      action: 'metadata',
      series_ids: [await seriesId('Saga'), newId()],
    });
    expect(book_count).toBe(2);
    const titles = (await books()).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['One', 'Two']));
    const last = (await books()).find(({ title }) => title.startsWith('Stale'));
    expect((await start({ action: 'metadata', book_ids: [last?.id ?? ''] })).book_count).toBe(1);
    expect(await bookNamed('Neo')).toBeDefined();
  });

  test('leaves what a person edited', async () => {
    const stale = (await books())[0];
    const params = { id: stale?.id ?? '' };
    await octavo.api.call(updateBook, { params, body: { title: 'My own' } });
    await start({ action: 'metadata', library_id: libraryId });
    expect(await octavo.api.call(getBook, { params })).toMatchObject({ title: 'My own' });
    await octavo.api.call(resetEdits, { body: { book_ids: [params.id] } });
  });
});

test('pages are listed again', async () => {
  await start({ action: 'metadata', library_id: libraryId });
  const id = await idOf('One');
  execute(`UPDATE books SET page_count = 1 WHERE id = '${id}'`);
  await start({ action: 'analyze', series_ids: [await seriesId('Saga')] });
  expect(await octavo.api.call(getBook, { params: { id } })).toMatchObject({
    page_count: 3,
    analyzed: true,
  });
});

test('covers are made again, and sent instead of those in memory', async () => {
  const id = await idOf('One');
  const cover = async () => {
    const response = await octavo.request(`/books/${id}/thumbnail`, {
      headers: { accept: 'image/webp' },
    });
    return Buffer.from(await response.arrayBuffer());
  };
  await cover();
  const [path = ''] = coverFiles(id);
  const real = readFileSync(path);
  writeFileSync(path, 'damaged');
  await start({ action: 'covers', book_ids: [id] });
  expect(coverFiles(id)).toEqual([path]);
  expect(readFileSync(path)).toEqual(real);
  expect(await cover()).toEqual(real);
});

test('covers of books whose drive is disconnected are made again when it is back', async () => {
  const id = await idOf('One');
  const { cover_ratio } = await octavo.api.call(getBook, { params: { id } });
  expect(cover_ratio).toBeGreaterThan(0);
  renameSync(root, `${root} away`);
  await start({ action: 'covers', book_ids: [id] });
  renameSync(`${root} away`, root);
  expect(await octavo.api.call(getBook, { params: { id } })).toMatchObject({ cover_ratio });
  expect((await octavo.request(`/books/${id}/thumbnail`)).status).toBe(200);
});

test('a task can be cancelled', async () => {
  const { task_id } = await octavo.api.call(reprocessBooks, {
    body: { action: 'analyze', library_id: libraryId },
  });
  const task = await octavo.api.call(cancelTask, { params: { id: task_id } }).catch(() => null);
  await octavo.idle();
  // A small library can be done before the request arrives.
  expect(['cancelled', undefined]).toContain(task?.status);
});

test('the same work is queued once', async () => {
  const ask = () =>
    octavo.api.call(reprocessBooks, { body: { action: 'covers', library_id: libraryId } });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first.task_id).toBe(second.task_id);
  await octavo.idle();
});

describe('edits are reset', () => {
  test('of a series with its books, and the reset can be undone', async () => {
    await start({ action: 'metadata', library_id: libraryId });
    const [series, book] = [await seriesId('Saga'), await idOf('One')];
    const params = { id: book };
    await octavo.api.call(updateSeries, { params: { id: series }, body: { name: 'Zoo' } });
    await octavo.api.call(updateBook, { params, body: { title: 'First', genres: ['Play'] } });
    const { edits } = await octavo.api.call(resetEdits, { body: { series_ids: [series] } });
    expect(edits).toEqual([
      expect.objectContaining({ entity: 'series', record_count: 1, changed_count: 1 }),
      expect.objectContaining({ entity: 'book', record_count: 1, changed_count: 1 }),
    ]);
    const seriesNow = () => octavo.api.call(getSeries, { params: { id: series } });
    expect(await seriesNow()).toMatchObject({ name: 'Saga' });
    expect(await octavo.api.call(getBook, { params })).toMatchObject({ title: 'One' });
    for (const { edit_id } of edits) {
      await octavo.api.call(undoEdit, { params: { id: edit_id } });
    }
    expect(await seriesNow()).toMatchObject({ name: 'Zoo' });
    expect(await octavo.api.call(getBook, { params })).toMatchObject({ title: 'First' });
    await octavo.api.call(resetEdits, { body: { library_id: libraryId } });
    expect(await seriesNow()).toMatchObject({ name: 'Saga' });
  });

  test('and where nothing was edited, nothing is recorded', async () => {
    const before = (await octavo.api.call(listEdits)).total;
    const body = { library_id: libraryId };
    expect(await octavo.api.call(resetEdits, { body })).toEqual({ edits: [] });
    expect((await octavo.api.call(listEdits)).total).toBe(before);
  });
});

describe('refused', () => {
  const post = (path: string, body: object, init: RequestInit = {}) =>
    octavo.request(path, {
      ...init,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(init.headers as object | undefined) },
      body: JSON.stringify(body),
    });

  test.each([
    ['an unknown library', { library_id: newId() }],
    ['unknown series', { series_ids: [newId()] }],
    ['unknown books', { book_ids: [newId()] }],
  ])('is %s', async (_, scope) => {
    expect((await post('/reprocess', { action: 'covers', ...scope })).status).toBe(404);
    expect((await post('/edits/reset', scope)).status).toBe(404);
  });

  test.each([
    ['nothing', {}],
    ['two scopes', { library_id: newId(), book_ids: [newId()] }],
    ['an empty list', { book_ids: [] }],
    ['too many series', { series_ids: Array.from({ length: 2001 }, () => newId()) }],
  ])('is %s', async (_, scope) => {
    expect((await post('/reprocess', { action: 'covers', ...scope })).status).toBe(400);
    expect((await post('/edits/reset', scope)).status).toBe(400);
  });

  test('is a person who can only read', async () => {
    const headers = await addUser(octavo.dataDir, { username: 'reader', role: 'reader' });
    const scope = { library_id: libraryId };
    expect((await post('/reprocess', { action: 'covers', ...scope }, { headers })).status).toBe(
      403,
    );
    expect((await post('/edits/reset', scope, { headers })).status).toBe(403);
    expect((await octavo.api.call(listLibraries)).total).toBe(1);
  });
});
