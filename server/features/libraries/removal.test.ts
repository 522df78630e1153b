import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createLibrary, deleteLibrary, getLibrary } from '../../../shared/api/libraries.ts';
import { cancelTask, listTasks } from '../../../shared/api/tasks.ts';
import { connect } from '../../database/database.ts';
import { isoNow, newId } from '../../database/ids.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let directory: string;
let octavo: TestServer;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'octavo-removal-'));
  mkdirSync(join(directory, 'books'));
  writeFileSync(join(directory, 'books', 'book.cbz'), 'bytes');
  octavo = await startTestServer({ dataDir: join(directory, 'data') });
});
afterEach(async () => {
  await octavo.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Adds a library with one series and the records of `count` books. */
const addLibrary = async (count: number): Promise<string> => {
  const { id } = await octavo.api.call(createLibrary, {
    body: { name: 'Comics', path: join(directory, 'books'), scan_immediately: false },
  });
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database
    .prepare(
      `INSERT INTO series (id, library_pk, path, filename, filename_key, name, name_sort, name_key,
         metadata_updated_at, date_added, date_updated)
       SELECT ?, pk, 's', 's', 's', 's', 's', 's', '', '', '' FROM libraries WHERE id = ?`,
    )
    .run(newId(), id);
  const insert = database.prepare(
    `INSERT INTO books (id, library_pk, series_pk, path, filename, format, title, title_sort, title_key,
       file_size, file_modified_at, file_modified_ms, inode, created_at, modified_at)
     SELECT ?, library_pk, pk, ?, 'f', 'cbz', 't', 't', 't', 1, '', 0, '', ?, ? FROM series`,
  );
  database.transaction(() => {
    for (let index = 0; index < count; index += 1)
      insert.run(newId(), `${index}`, isoNow(), isoNow());
  })();
  database.close();
  return id;
};

const rows = (table: string): unknown => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const count = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  database.close();
  return count;
};

const removal = async () => {
  const { data } = await octavo.api.call(listTasks, { query: { task_type: 'remove_library' } });
  return data[0];
};
const remove = (id: string) => octavo.api.call(deleteLibrary, { params: { id } });
/** Begins a removal that will fail; resolves to its error. */
const failedRemoval = (id: string): Promise<unknown> =>
  remove(id).then(
    () => null,
    (error: unknown) => error,
  );

/** Resolves with the task when some books are gone and many are left. */
const begun = () =>
  vi.waitFor(
    async () => {
      const task = await removal();
      if (task?.status !== 'running' || task.progress.current === 0) throw new Error('Not begun');
      return task;
    },
    { timeout: 10_000, interval: 20 },
  );

describe('the removal of a library', () => {
  test('removes its records, never a file, and stays in the list of tasks', async () => {
    const id = await addLibrary(450);
    const { events, close } = await listenTo(octavo, '/events/stream');
    await remove(id);
    await expect.poll(() => events.map(({ name }) => name)).toContain('library_deleted');
    close();
    await expect(octavo.api.call(getLibrary, { params: { id } })).rejects.toMatchObject({
      code: 'NotFound',
    });
    expect(['books', 'series', 'libraries'].map(rows)).toEqual([0, 0, 0]);
    expect(existsSync(join(directory, 'books', 'book.cbz'))).toBe(true);
    expect(await removal()).toMatchObject({
      status: 'completed',
      progress: { current: 450, total: 450, message: 'Comics' },
    });
    await expect(addLibrary(0)).resolves.not.toBe(id);
  });

  test('can be cancelled, and the library stays with the other books', async () => {
    const id = await addLibrary(5000);
    const failure = failedRemoval(id);
    const task = await begun();
    await octavo.api.call(cancelTask, { params: { id: task.id } });
    expect(await failure).toMatchObject({ code: 'Conflict' });
    const library = await octavo.api.call(getLibrary, { params: { id } });
    expect(library.book_count).toBeGreaterThan(0);
    expect(library.book_count).toBeLessThan(5000);
    await remove(id);
    expect(rows('libraries')).toBe(0);
  });

  test('goes on without the client, and after a restart', async () => {
    const id = await addLibrary(5000);
    const client = new AbortController();
    const request = octavo.request(`/libraries/${id}`, {
      method: 'DELETE',
      signal: client.signal,
    });
    await begun();
    client.abort();
    await expect(request).rejects.toThrow('aborted');
    await octavo.stop();
    expect(rows('libraries')).toBe(1);
    octavo = await startTestServer({ dataDir: join(directory, 'data') });
    await octavo.idle();
    expect(['books', 'libraries'].map(rows)).toEqual([0, 0]);
  });
});
