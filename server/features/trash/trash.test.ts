import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { getBook, listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { getScanStatus, startScan } from '../../../shared/api/scans.ts';
import { emptyTrash, listTrash, removeFromTrash } from '../../../shared/api/trash.ts';
import { newId } from '../../database/ids.ts';
import { createExecutor } from '../../jobs/executor.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedProgress,
  seedSeries,
  seedUser,
  type SeededBook,
  type TestStore,
} from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';
import { createTrashService } from './service.ts';
import { createTrashStore } from './store.ts';

describe('over HTTP', () => {
  let octavo: TestServer;
  let root: string;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'octavo-trash-'));
    octavo = await startTestServer();
  });
  afterEach(async () => {
    await octavo.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const scan = async (id: string) => {
    await octavo.api.call(startScan, { params: { id } });
    await octavo.idle();
    const { status } = await octavo.api.call(getScanStatus, { params: { id } });
    expect(status).toBe('completed');
  };
  /** A library of three books, the first of which was read and then deleted. */
  const lose = async (name: string) => {
    for (const number of [1, 2, 3]) writeCbz(join(root, name, name, `${name} ${number}.cbz`), 2);
    const library = await octavo.api.call(createLibrary, {
      body: { name, path: join(root, name) },
    });
    await scan(library.id);
    const query = { library_id: library.id };
    const book = (await octavo.api.call(listBooks, { query })).data[0];
    if (!book) throw new Error('No book');
    const params = { id: book.id };
    await octavo.api.call(updateProgress, { params, body: { current_page: 2 } });
    const file = join(root, name, name, book.filename);
    renameSync(file, join(root, book.filename));
    await scan(library.id);
    return { library, book, restore: () => renameSync(join(root, book.filename), file) };
  };
  const trash = async (library_id?: string) =>
    (await octavo.api.call(listTrash, { query: { library_id } })).data.map(({ id }) => id);

  test('a lost book is listed, and comes back with what was read of it', async () => {
    const { library, book, restore } = await lose('Alpha');
    const { data, total } = await octavo.api.call(listTrash);
    expect(total).toBe(1);
    expect(data).toMatchObject([{ id: book.id, title: book.title, progress: { current_page: 2 } }]);
    const since = data[0]?.missing_since ?? '';
    const days = (Date.parse(data[0]?.due_at ?? '') - Date.parse(since)) / 86_400_000;
    expect(days).toBe(365);
    restore();
    await scan(library.id);
    expect(await trash()).toEqual([]);
    const progress = await octavo.api.call(getProgress, { params: { id: book.id } });
    expect(progress.current_page).toBe(2);
  });

  test('is emptied of one book, one library or all, and of nothing else', async () => {
    const alpha = await lose('Alpha');
    const beta = await lose('Beta');
    expect(await trash(beta.library.id)).toEqual([beta.book.id]);
    await octavo.api.call(emptyTrash, { query: { library_id: beta.library.id } });
    expect(await trash()).toEqual([alpha.book.id]);
    await octavo.api.call(removeFromTrash, { params: { id: alpha.book.id } });
    expect(await trash()).toEqual([]);
    await expect(octavo.api.call(getBook, { params: { id: alpha.book.id } })).rejects.toMatchObject(
      { code: 'NotFound' },
    );
    const covers = readdirSync(join(octavo.dataDir, 'thumbnails'), { recursive: true });
    expect(covers.filter((name) => String(name).includes(alpha.book.id))).toEqual([]);
    const left = await octavo.api.call(listBooks);
    expect(left.total).toBe(4);
    for (const { id } of [left.data[0] ?? alpha.book, { id: newId() }]) {
      await expect(octavo.api.call(removeFromTrash, { params: { id } })).rejects.toMatchObject({
        code: 'NotFound',
      });
    }
    await octavo.api.call(emptyTrash);
    expect((await octavo.api.call(listBooks)).total).toBe(4);
    expect(existsSync(join(root, alpha.book.filename))).toBe(true);
    const unknown = { query: { library_id: newId() } };
    await expect(octavo.api.call(emptyTrash, unknown)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('is closed to readers', async () => {
    const headers = await addUser(octavo.dataDir, { username: 'ann', role: 'reader' });
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${octavo.url}/api/v1/trash`, { method, headers });
      expect(response.status).toBe(403);
    }
  });
});

describe('with time', () => {
  let home: TestStore;
  beforeEach(() => {
    home = createTestStore();
  });
  afterEach(() => home.close());

  const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;
  const purgeOn = async (date: string, days = 10) => {
    const executor = createExecutor({
      kind: 'inline',
      databasePath: home.database.name,
      thumbnailsDir: join(home.dir, 'thumbnails'),
      coversDir: join(home.dir, 'covers'),
      archivesDir: join(home.dir, 'archives'),
    });
    const purged = await createTrashService({
      store: createTrashStore(home.database),
      books: { records: () => new Map() },
      removeBooks: (what) =>
        executor.run(
          { kind: 'remove', what },
          { signal: new AbortController().signal, onMessage: () => undefined },
        ),
      settings: { get: () => days },
      deletionClock: () => new Date(date),
      log: { info: vi.fn(), error: vi.fn() },
    }).purge();
    await executor.close();
    return purged;
  };
  const seedLost = (columns: Record<string, string | number>) => {
    const library = seedLibrary(home.database, columns);
    const series = seedSeries(home.database, library);
    const lost = seedBook(home.database, series, { number: 1, missing_since: day(2) });
    const present = seedBook(home.database, series, { number: 2 });
    return { series, lost, present };
  };
  const set = (table: string, pk: number, column: string, value: string) =>
    home.database.prepare(`UPDATE ${table} SET ${column} = ? WHERE pk = ?`).run(value, pk);
  const dueTimes = (books: readonly SeededBook[], days: number) => {
    const ids = books.map(({ id }) => id);
    const times = createTrashStore(home.database).dueTimes(ids, { days, now: day(5) });
    return ids.flatMap((id) => times.get(id) ?? []);
  };
  const count = (table: string) =>
    home.database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();

  test('missing books are forgotten once the time is over, present ones never', async () => {
    const { present } = seedLost({ last_scanned_at: day(12) });
    seedProgress(home.database, seedUser(home.database), present);
    expect(await purgeOn(day(11))).toBe(0);
    expect(await purgeOn(day(12))).toBe(1);
    expect([count('books'), count('progress')]).toEqual([1, 1]);
    expect(await purgeOn(day(30))).toBe(0);
  });

  test.each<[string, (book: SeededBook) => unknown]>([
    ['read', (book) => seedProgress(home.database, seedUser(home.database), book)],
    ['edited', ({ pk }) => set('books', pk, 'locked_fields', '["title"]')],
    ['given a cover', ({ pk }) => set('books', pk, 'cover_choice', '{"page":2}')],
  ])('books that were %s stay for a year', async (_, use) => {
    const { lost } = seedLost({ last_scanned_at: '2028-01-01T00:00:00.000Z' });
    use(lost);
    expect(await purgeOn('2027-03-01T23:59:00.000Z')).toBe(0);
    expect(await purgeOn('2027-03-02T00:00:00.000Z', 400)).toBe(0);
    expect(dueTimes([lost], 0)).toEqual([]);
    expect(dueTimes([lost], 10)).toEqual(['2027-03-02T00:00:00.000Z']);
    expect(dueTimes([lost], 366)).toEqual(['2027-03-03T00:00:00.000Z']);
    expect(await purgeOn('2027-03-02T00:00:00.000Z')).toBe(1);
  });

  test('the list says when each book is due, from now on while its library is away', () => {
    const { lost } = seedLost({});
    expect(dueTimes([lost], 10)).toEqual([day(12)]);
    home.database.prepare('UPDATE libraries SET available = 0').run();
    expect(dueTimes([lost], 10)).toEqual([day(15)]);
  });

  test.each([
    ['no scan looked for them since', { last_scanned_at: day(11) }],
    ['their library is away', { last_scanned_at: day(12), available: 0 }],
    ['it was away meanwhile', { last_scanned_at: day(20), available_since: day(15) }],
  ])('they stay while %s', async (_, columns) => {
    seedLost(columns);
    expect(await purgeOn(day(20))).toBe(0);
    expect(count('books')).toBe(2);
  });

  test('they stay forever where that is wanted', async () => {
    seedLost({ last_scanned_at: day(30) });
    expect(await purgeOn(day(30), 0)).toBe(0);
  });

  test('a library that returns is there since then', () => {
    const { pk } = seedLibrary(home.database, { available: 0 });
    const set = home.database.prepare('UPDATE libraries SET available = ? WHERE pk = ?');
    const since = () =>
      home.database.prepare('SELECT available_since FROM libraries').pluck().get();
    set.run(0, pk);
    expect(since()).toBeNull();
    set.run(1, pk);
    expect(since()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
