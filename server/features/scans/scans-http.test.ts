import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { browseFilesystem, listDrives } from '../../../shared/api/filesystem.ts';
import {
  createLibrary,
  deleteLibrary,
  getLibrary,
  listLibraries,
  updateLibrary,
} from '../../../shared/api/libraries.ts';
import {
  cancelScan,
  getScanStatus,
  listActiveScans,
  pauseScan,
  resumeScan,
  startScan,
} from '../../../shared/api/scans.ts';
import { cancelTask, getTask, listTasks } from '../../../shared/api/tasks.ts';
import { newId } from '../../database/ids.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let dataDir: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-books-'));
  dataDir = newDataDir();
  octavo = await startTestServer({ dataDir });
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const addBooks = (series: string, count: number) => {
  for (let number = 1; number <= count; number += 1) {
    writeCbz(join(root, series, `${series} ${String(number).padStart(4, '0')}.cbz`), 2);
  }
};
const create = (path = root) => octavo.api.call(createLibrary, { body: { name: 'Comics', path } });
const status = (id: string) => octavo.api.call(getScanStatus, { params: { id } });
const scanned = (id: string, expected = 'completed') =>
  vi.waitFor(async () => expect((await status(id)).status).toBe(expected), {
    timeout: 15_000,
    interval: 20,
  });

describe('over HTTP', () => {
  test('a library is created, scanned with live progress, and gets its covers', async () => {
    addBooks('Saga', 30);
    const [scans, entities, tasks] = await Promise.all([
      listenTo(octavo, '/scans/stream'),
      listenTo(octavo, '/events/stream'),
      listenTo(octavo, '/tasks/stream'),
    ]);
    const response = await octavo.request('/libraries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Comics', path: root, scan_immediately: true }),
    });
    const { id } = (await response.json()) as { id: string };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/v1/libraries/${id}`);

    await scanned(id);
    expect(await status(id)).toMatchObject({
      library_name: 'Comics',
      mode: 'normal',
      files_total: 30,
      files_processed: 30,
      series_found: 1,
      books_added: 30,
      error_count: 0,
      errors: [],
      current_file: null,
    });
    expect((await octavo.api.call(listBooks)).total).toBe(30);
    expect(await octavo.api.call(getLibrary, { params: { id } })).toMatchObject({
      book_count: 30,
      series_count: 1,
      available: true,
      last_scanned_at: expect.any(String) as string,
    });

    await octavo.idle();
    const covers = (await octavo.api.call(listTasks)).data.find(
      ({ task_type }) => task_type === 'generate_thumbnails',
    );
    expect(covers).toMatchObject({ status: 'completed', library_id: id, error: null });
    const { data } = await octavo.api.call(listBooks, { query: { pageSize: 500 } });
    expect(data.every(({ analyzed }) => analyzed)).toBe(true);
    const cover = await octavo.request(`/libraries/${id}/thumbnail`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    expect(scans.events.map(({ data: { status } }) => status)).toEqual(
      expect.arrayContaining(['pending', 'running', 'completed']),
    );
    expect(scans.events.at(-1)?.data).toMatchObject({ status: 'completed', books_added: 30 });
    const names = entities.events.map(({ name }) => name);
    expect(names.filter((name) => name === 'book_created')).toHaveLength(30);
    expect(names.filter((name) => name === 'series_created')).toHaveLength(1);
    expect(names).toContain('library_created');
    expect(names).toContain('cover_updated');
    expect(tasks.events.at(-1)?.data).toMatchObject({ status: 'completed' });
    for (const stream of [scans, entities, tasks]) stream.close();
  });

  test('a scan that misses many books asks, and a person answers', async () => {
    addBooks('Gone', 21);
    const { id } = await create();
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id);
    renameSync(join(root, 'Gone'), join(dataDir, 'Gone'));
    addBooks('New', 1);
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'failed');
    const asked = await status(id);
    expect(asked).toMatchObject({ books_added: 1, books_removed: 0, error_count: 1 });
    expect(asked.errors[0]?.message).toMatch(/21 of 21 books were not found.*confirm/);
    expect((await octavo.api.call(listBooks)).total).toBe(22);

    const query = { confirm_missing: 'true' } as const;
    await octavo.api.call(startScan, { params: { id }, query });
    await scanned(id);
    expect(await status(id)).toMatchObject({ books_removed: 21, error_count: 0 });
    await octavo.idle();
    const { data } = await octavo.api.call(listBooks);
    expect(data).toMatchObject([{ series_name: 'New', analyzed: true }]);
  });

  test('a failed scan does not reveal where the library is to those who cannot change it', async () => {
    const { id } = await create();
    renameSync(root, `${root} away`);
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'failed');
    expect((await status(id)).errors).toMatchObject([{ path: root }]);
    const headers = await addUser(dataDir, { username: 'reader', role: 'reader' });
    const response = await octavo.request(`/libraries/${id}/scan-status`, { headers });
    expect(((await response.json()) as { errors: unknown }).errors).toEqual([
      {
        path: '',
        message: expect.stringMatching(/^The folder Comics was not found\./) as string,
      },
    ]);
    const taskReader = await addUser(dataDir, {
      ...{ username: 'helper', role: 'reader' },
      permissions: ['tasks-read', 'tasks-write'],
    });
    const { data } = await octavo.api.call(listTasks, { headers: taskReader });
    const [task] = data;
    expect(task?.error).toMatch(/^The folder Comics was not found\./);
    const request = { params: { id: task?.id ?? '' }, headers: taskReader };
    expect(await octavo.api.call(getTask, request)).toEqual(task);
    expect((await octavo.api.call(listTasks)).data[0]?.error).toContain(root);
    renameSync(`${root} away`, root);
  });

  test('a scan cannot be started twice, and can be cancelled while it runs', async () => {
    addBooks('Long', 600);
    const { id } = await create();
    await octavo.api.call(startScan, { params: { id }, query: { mode: 'deep' } });
    await expect(octavo.api.call(startScan, { params: { id } })).rejects.toMatchObject({
      code: 'Conflict',
    });
    await scanned(id, 'running');
    expect((await octavo.api.call(listActiveScans)).data).toMatchObject([
      { library_id: id, mode: 'deep', status: 'running' },
    ]);
    const cancelled = await octavo.api.call(cancelScan, { params: { id } });
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.files_processed).toBeLessThan(600);
    expect((await octavo.api.call(listActiveScans)).total).toBe(0);
    await expect(octavo.api.call(cancelScan, { params: { id } })).rejects.toMatchObject({
      code: 'Conflict',
    });

    await octavo.api.call(startScan, { params: { id } });
    await scanned(id);
    expect((await octavo.api.call(getLibrary, { params: { id } })).book_count).toBe(600);
  });

  test('a book is opened before the covers of its library are done', async () => {
    addBooks('Saga', 400);
    const { id } = await create();
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id);
    const { data } = await octavo.api.call(listBooks, { query: { sort: 'title,desc' } });
    const pages = await octavo.request(`/books/${data[0]?.id ?? ''}/pages`);
    expect(pages.status).toBe(200);
    expect(((await pages.json()) as { data: unknown[] }).data).toMatchObject([
      { page_number: 1, media_type: 'image/png' },
      { page_number: 2, media_type: 'image/png' },
    ]);
    const { data: covers } = await octavo.api.call(listTasks, {
      query: { task_type: 'generate_thumbnails' },
    });
    expect(['pending', 'running']).toContain(covers[0]?.status);
    await octavo.api.call(cancelTask, { params: { id: covers[0]?.id ?? '' } });
  });

  test('a stop in the middle of a scan resumes it at the next start', async () => {
    addBooks('Long', 600);
    const { id } = await create();
    const { task_id } = await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'running');
    await octavo.stop();
    octavo = await startTestServer({ dataDir });
    await scanned(id);
    expect(await status(id)).toMatchObject({ task_id, files_processed: 600 });
    expect((await octavo.api.call(getLibrary, { params: { id } })).book_count).toBe(600);
    const task = await octavo.api.call(getTask, { params: { id: task_id ?? '' } });
    expect(task).toMatchObject({ status: 'completed', task_type: 'scan_library' });
    await expect(
      octavo.api.call(cancelTask, { params: { id: task_id ?? '' } }),
    ).rejects.toMatchObject({ code: 'Conflict' });
  });

  test('a drive that is gone fails the scan with a sentence and changes nothing', async () => {
    addBooks('Saga', 3);
    const { id } = await create();
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id);
    renameSync(root, `${root}-elsewhere`);
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'failed');
    const failed = await status(id);
    expect(failed.errors[0]).toMatchObject({
      path: root,
      message: expect.stringContaining('Nothing was changed') as string,
    });
    const library = await octavo.api.call(getLibrary, { params: { id } });
    expect(library).toMatchObject({ available: false, book_count: 3 });

    mkdirSync(root);
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'failed');
    expect((await octavo.api.call(getLibrary, { params: { id } })).available).toBe(false);
    rmSync(root, { recursive: true });
    renameSync(`${root}-elsewhere`, root);
    // The drive can have been asked a moment before.
    const libraries = async () => (await octavo.api.call(listLibraries)).data;
    await expect.poll(libraries).toMatchObject([{ id, available: true }]);
  });

  test('a library that is being scanned can be deleted', async () => {
    addBooks('Long', 600);
    const { id } = await create();
    await octavo.api.call(startScan, { params: { id } });
    await scanned(id, 'running');
    await octavo.api.call(deleteLibrary, { params: { id } });
    await expect(octavo.api.call(getLibrary, { params: { id } })).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect((await octavo.api.call(listBooks)).total).toBe(0);
    const { data: tasks } = await octavo.api.call(listTasks);
    expect(tasks.map(({ task_type, status }) => [task_type, status])).toEqual([
      ['remove_library', 'completed'],
      ['scan_library', 'cancelled'],
    ]);
    expect((await create()).book_count).toBe(0);
  });

  test('what does not fit is refused as the contract says', async () => {
    const { id } = await create();
    const json = { 'content-type': 'application/json' };
    const put = (body: object) =>
      octavo.request(`/libraries/${id}`, {
        method: 'PUT',
        headers: json,
        body: JSON.stringify(body),
      });
    expect((await put({ scanning_config: { cron_schedule: 'nope' } })).status).toBe(400);
    expect((await put({ path: 'relative' })).status).toBe(400);
    expect((await put({ name: '' })).status).toBe(400);
    expect(
      (await octavo.request(`/libraries/${id}/scan?mode=fast`, { method: 'POST' })).status,
    ).toBe(400);
    const unknown = newId();
    const missing: [string, string][] = [
      ['GET', `/libraries/${unknown}`],
      ['DELETE', `/libraries/${unknown}`],
      ['POST', `/libraries/${unknown}/scan`],
      ['GET', `/libraries/${unknown}/scan-status`],
      ['POST', `/libraries/${unknown}/scan/cancel`],
      ['GET', `/libraries/${id}/thumbnail`],
      ['GET', `/tasks/${unknown}`],
      ['POST', `/tasks/${unknown}/cancel`],
      ['GET', `/filesystem/browse?path=${encodeURIComponent(join(tmpdir(), 'no', 'such'))}`],
    ];
    for (const [method, path] of missing) {
      expect([path, (await octavo.request(path, { method })).status]).toEqual([path, 404]);
    }
    expect((await octavo.request('/filesystem/browse?path=relative')).status).toBe(400);
    expect(await status(id)).toMatchObject({ status: 'idle', task_id: null });
    const renamed = await octavo.api.call(updateLibrary, {
      params: { id },
      body: { name: 'Manga' },
    });
    expect(renamed).toMatchObject({ id, name: 'Manga', path: root });
  });

  test('folders and drives of the server can be browsed', async () => {
    addBooks('Saga', 1);
    const { entries } = await octavo.api.call(browseFilesystem, { query: { path: root } });
    expect(entries).toEqual([
      { name: 'Saga', path: join(root, 'Saga'), is_directory: true, is_readable: true },
    ]);
    expect((await octavo.api.call(listDrives)).total).toBeGreaterThanOrEqual(1);
  });
});

describe('a pause', () => {
  const params = (id: string) => ({ params: { id } });
  /** Starts a scan of many books and pauses it while it runs. */
  const pausedScan = async () => {
    addBooks('Saga', 900);
    const { id } = await create();
    await octavo.api.call(startScan, params(id));
    await vi.waitFor(async () => expect((await status(id)).files_processed).toBeGreaterThan(0), {
      timeout: 15_000,
      interval: 2,
    });
    expect(await octavo.api.call(pauseScan, params(id))).toMatchObject({
      status: 'running',
      paused: true,
    });
    await standsStill(id);
    return id;
  };
  /** Events sent before the pause can still arrive. */
  const standsStill = (id: string) =>
    vi.waitFor(
      async () => {
        const before = (await status(id)).files_processed;
        await new Promise((resolve) => setTimeout(resolve, 400));
        expect((await status(id)).files_processed).toBe(before);
      },
      { timeout: 15_000 },
    );

  test('holds a scan that runs with what it found, until it is resumed', async () => {
    const events = await listenTo(octavo, '/scans/stream');
    const id = await pausedScan();
    const held = await status(id);
    expect(held).toMatchObject({ status: 'running', paused: true });
    expect(held.files_processed).toBeLessThan(900);
    const { total } = await octavo.api.call(listBooks, { query: {} });
    expect(total).toBe(held.books_added);
    await octavo.api.call(pauseScan, params(id));

    expect(await octavo.api.call(resumeScan, params(id))).toMatchObject({ paused: false });
    await scanned(id);
    expect(await status(id)).toMatchObject({ paused: false, books_added: 900 });
    const told = events.events.map(({ data }) => data['paused']);
    expect(told).toContain(true);
    expect(told.at(-1)).toBe(false);
  });

  test('ends when the scan is cancelled', async () => {
    const id = await pausedScan();
    await octavo.api.call(cancelScan, params(id));
    expect(await status(id)).toMatchObject({ status: 'cancelled', paused: false });
    for (const endpoint of [pauseScan, resumeScan]) {
      await expect(octavo.api.call(endpoint, params(id))).rejects.toMatchObject({
        code: 'Conflict',
      });
    }
  });

  test('ends with a restart, which the server does not wait for', async () => {
    const id = await pausedScan();
    await octavo.stop();
    octavo = await startTestServer({ dataDir });
    await scanned(id);
    expect(await status(id)).toMatchObject({ paused: false, files_processed: 900 });
    expect((await octavo.api.call(getLibrary, { params: { id } })).book_count).toBe(900);
  });

  test('during which the drive goes costs no book', async () => {
    const id = await pausedScan();
    const { books_added } = await status(id);
    renameSync(root, `${root}-away`);
    await octavo.api.call(resumeScan, params(id));
    await scanned(id, 'failed');
    const { data, total } = await octavo.api.call(listBooks, { query: { page_size: 100 } });
    expect(total).toBe(books_added);
    expect(data.every(({ missing_since }) => missing_since === null)).toBe(true);

    renameSync(`${root}-away`, root);
    await octavo.api.call(startScan, params(id));
    await scanned(id);
    expect((await octavo.api.call(listBooks, { query: {} })).total).toBe(900);
  });

  test('of a scan that waits lets the others go first', async () => {
    const first = await pausedScan();
    const folders = ['a', 'b'].map((name) => {
      const path = mkdtempSync(join(tmpdir(), `octavo-${name}-`));
      writeCbz(join(path, 'One', 'One 1.cbz'), 1);
      return path;
    });
    const [a = '', b = ''] = await Promise.all(
      folders.map(async (path) => {
        const body = { name: basename(path), path };
        return (await octavo.api.call(createLibrary, { body })).id;
      }),
    );
    for (const id of [a, b]) await octavo.api.call(startScan, params(id));
    await octavo.api.call(pauseScan, params(a));
    await octavo.api.call(resumeScan, params(first));
    await scanned(b);
    expect(await status(a)).toMatchObject({ status: 'pending', paused: true });
    await octavo.api.call(resumeScan, params(a));
    await scanned(a);
    for (const path of folders) rmSync(path, { recursive: true });
  });
});
