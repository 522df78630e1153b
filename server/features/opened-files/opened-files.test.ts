import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  type CreateAnnotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotation,
  listAnnotations,
  updateAnnotation,
} from '../../../shared/api/annotations.ts';
import { getBook, listBooks } from '../../../shared/api/books.ts';
import { getManifest, getPositions } from '../../../shared/api/epub.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { addOpenedFile, getOpenedFile } from '../../../shared/api/opened-files.ts';
import { listPages } from '../../../shared/api/pages.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { createClient } from '../../../shared/client.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';
import { snapshotsOf } from '../../testing/faults/snapshots.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const novel = join(fixtures, 'library/Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub');
const paper = join(fixtures, 'library/PDF/Komga.pdf');

const nowhere = process.platform === 'win32' ? 'C:\\nowhere\\' : '/nowhere/';

let octavo: TestServer;
/** A folder outside of all libraries. */
let outside: string;
let root: string;
let libraryId: string;

beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  outside = mkdtempSync(join(tmpdir(), 'octavo-outside-'));
  root = mkdtempSync(join(tmpdir(), 'octavo-inside-'));
  const name = root.slice(-6);
  libraryId = (await octavo.api.call(createLibrary, { body: { name, path: root } })).id;
});
afterEach(async () => {
  await octavo.idle();
  rmSync(outside, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

const scan = async () => {
  // A file that was added starts a scan of its own.
  await octavo.idle();
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
};
const open = (path: string) => octavo.server.control.openFile(admin.username, path);
let made = 0;
/** A comic of three pages with unique content. */
const comic = (path = join(outside, 'The Fox #3.cbz')): string => {
  made += 1;
  const names = ['1.png', '2.png', '3.png'];
  writeCbz(
    path,
    names.map((name, index) => ({ name, data: pngPage(30 + made, 40, index) })),
  );
  return path;
};
const arrival = (id: string) =>
  vi.waitFor(
    async () => {
      const { book_id } = await octavo.api.call(getOpenedFile, { params: { id } });
      if (book_id === null) throw new Error('The file is no book yet');
      return book_id;
    },
    { timeout: 30_000, interval: 50 },
  );

describe('a file outside of every library', () => {
  test('is read by the same requests as a book, and listed nowhere', async () => {
    const path = comic();
    const { kind, id } = await open(path);
    expect(kind).toBe('file');
    const params = { id };
    expect(await octavo.api.call(getBook, { params })).toMatchObject({
      title: 'The Fox #3',
      format: 'cbz',
      path,
      page_count: 3,
      series_id: id,
      progress: null,
    });
    const { data } = await octavo.api.call(listPages, { params });
    expect(data.map(({ height }) => height)).toEqual([40, 40, 40]);
    const image = await octavo.request(`/books/${id}/pages/2?width=10`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await octavo.request(`/books/${id}/thumbnail`)).status).toBe(200);
    const file = await octavo.request(`/books/${id}/file`);
    expect(Buffer.from(await file.arrayBuffer()).equals(readFileSync(path))).toBe(true);
    expect(await octavo.api.call(getOpenedFile, { params })).toMatchObject({
      path,
      filename: 'The Fox #3.cbz',
      suggested_folder: 'The Fox',
      library: null,
      book_id: null,
    });
    expect((await octavo.api.call(listBooks)).total).toBe(0);
  });

  test('may be a text or a PDF', async () => {
    const text = await open(novel);
    const { metadata } = await octavo.api.call(getManifest, { params: { id: text.id } });
    expect(metadata.title).toBe('The Incomplete Theft');
    const { total, positions } = await octavo.api.call(getPositions, { params: { id: text.id } });
    expect(total).toBeGreaterThan(5);
    const part = new URL(positions[0]?.href ?? '', octavo.url);
    expect((await octavo.request(part.pathname.replace('/api/v1', ''))).status).toBe(200);

    const pdf = await open(paper);
    expect((await octavo.api.call(getBook, { params: { id: pdf.id } })).format).toBe('pdf');
    expect((await octavo.request(`/books/${pdf.id}/file`)).headers.get('content-type')).toBe(
      'application/pdf',
    );
  });

  test('is resumed where it was left, also after it was moved', async () => {
    const path = comic();
    const { id } = await open(path);
    const params = { id };
    await expect(octavo.api.call(getProgress, { params })).rejects.toMatchObject({
      code: 'NotFound',
    });
    await octavo.api.call(updateProgress, { params, body: { current_page: 2 } });
    const moved = join(outside, 'Renamed.cbz');
    renameSync(path, moved);
    expect(await open(moved)).toMatchObject({ kind: 'file', id });
    const { progress, path: now } = await octavo.api.call(getBook, { params });
    expect([progress?.current_page, now]).toEqual([2, moved]);
  });

  test('keeps the newer of two places', async () => {
    const { id } = await open(comic());
    const params = { id };
    const stored = await octavo.api.call(updateProgress, { params, body: { current_page: 2 } });
    const late = { current_page: 1, updated_at: '2020-01-01T00:00:00.000Z' };
    await expect(octavo.api.call(updateProgress, { params, body: late })).rejects.toMatchObject({
      code: 'Conflict',
      details: stored,
    });
    await expect(
      octavo.api.call(updateProgress, { params, body: { current_page: 4 } }),
    ).rejects.toMatchObject({ code: 'BadRequest' });
  });

  test.each([
    ['Comics/a.cbz', 'BadRequest', 'not absolute'],
    [`${nowhere}a\0.cbz`, 'BadRequest', 'a character that is not allowed in paths'],
    [`${nowhere}passwd`, 'BadRequest', '"passwd" cannot be opened'],
    [`${nowhere}a.exe`, 'BadRequest', '".exe" cannot be opened'],
    [`${nowhere}a.cbz`, 'NotFound', 'was not found'],
  ])('cannot be at %j', async (path, code, message) => {
    await expect(open(path)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test('is opened only where it can be read, and never a folder', async () => {
    mkdirSync(join(outside, 'folder.cbz'));
    await expect(open(join(outside, 'folder.cbz'))).rejects.toMatchObject({ code: 'BadRequest' });
    writeFileSync(join(outside, 'page.cbz'), '<!doctype html><p>Not found');
    await expect(open(join(outside, 'page.cbz'))).rejects.toMatchObject({
      code: 'UnprocessableContent',
      message: expect.stringContaining('web page') as string,
    });
    await expect(octavo.server.control.openFile('nobody', comic())).rejects.toMatchObject({
      code: 'NotFound',
    });
  });

  test('says so when it has gone since', async () => {
    const path = comic();
    const { id } = await open(path);
    rmSync(path);
    for (const way of ['pages/1', 'file']) {
      expect((await octavo.request(`/books/${id}/${way}`)).status).toBe(404);
    }
  });

  test('is there only for the person who opened it', async () => {
    const { id } = await open(comic());
    const stranger = await addUser(octavo.dataDir, { username: `x${made}`, role: 'admin' });
    const api = createClient({
      baseUrl: octavo.url,
      fetch: checkedFetch,
      headers: () => ({ ...stranger }),
    });
    for (const endpoint of [getOpenedFile, getBook, listPages, getManifest, getProgress]) {
      await expect(api.call(endpoint, { params: { id } })).rejects.toMatchObject({
        code: 'NotFound',
      });
    }
    const body = { library_id: libraryId };
    await expect(api.call(addOpenedFile, { params: { id }, body })).rejects.toMatchObject({
      code: 'NotFound',
    });
    const page = await fetch(`${octavo.url}/api/v1/books/${id}/pages/1`, { headers: stranger });
    expect(page.status).toBe(404);
    expect((await fetch(`${octavo.url}/api/v1/books/${id}/pages/1`)).status).toBe(401);
  });

  test('keeps marks of its own, which no list of marks shows', async () => {
    const { id } = await open(comic());
    const params = { id };
    const mark = (page: number, more: Partial<CreateAnnotation> = {}) =>
      octavo.api.call(createAnnotation, { params, body: { kind: 'bookmark', page, ...more } });
    const second = await mark(3);
    const first = await mark(1, { kind: 'note', note: 'Begins well' });
    const list = async (query: object = {}) =>
      (await octavo.api.call(listAnnotations, { query: { book_id: id, ...query } })).data;
    expect(await list({ sort: 'book,asc' })).toMatchObject([
      { id: first.id, page: 1, book_id: id, series_id: id, book_title: 'The Fox #3' },
      { id: second.id, page: 3 },
    ]);
    expect(await list({ kind: 'bookmark' })).toMatchObject([{ id: second.id }]);
    expect(await list({ search: 'WELL' })).toMatchObject([{ id: first.id }]);
    expect(await list({ pageSize: 1, page: 2, sort: 'book,desc' })).toMatchObject([
      { id: first.id },
    ]);
    expect((await octavo.api.call(listAnnotations)).total).toBe(0);
    const exported = await octavo.request(`/annotations/export?book_id=${id}`);
    expect(await exported.text()).toContain('Begins well');

    await octavo.api.call(updateAnnotation, {
      params: { id: first.id },
      body: { note: 'Ends well' },
    });
    expect(await octavo.api.call(getAnnotation, { params: { id: first.id } })).toMatchObject({
      note: 'Ends well',
      page: 1,
    });
    await expect(mark(4)).rejects.toMatchObject({ code: 'BadRequest' });
    await expect(mark(2, { id: first.id })).rejects.toMatchObject({ code: 'Conflict' });
    const stranger = await addUser(octavo.dataDir, { username: `y${made}`, role: 'admin' });
    const headers = { ...stranger, 'content-type': 'application/json' };
    for (const [method, way] of [
      ['GET', `annotations/${first.id}`],
      ['DELETE', `annotations/${first.id}`],
      ['POST', `books/${id}/annotations`],
    ] as const) {
      const body = method === 'POST' ? '{"kind":"bookmark","page":1}' : null;
      const answer = await fetch(`${octavo.url}/api/v1/${way}`, { method, headers, body });
      expect(answer.status).toBe(404);
    }
    await octavo.api.call(deleteAnnotation, { params: { id: first.id } });
    expect(await list()).toMatchObject([{ id: second.id }]);
  });

  test('makes way when two hundred others were opened since', async () => {
    const first = await open(comic());
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    const later = database.prepare(
      `INSERT INTO opened_files SELECT NULL, 'other ' || :n, user_pk, path, 'other ' || :n, 1, 1, format, 1, 1,
         facts, pages, publication, place, created_at, '2090-01-01T00:00:00.000Z' FROM opened_files LIMIT 1`,
    );
    for (let n = 0; n < 300; n += 1) later.run({ n });
    const last = await open(comic());
    const kept = database
      .prepare('SELECT count(*) AS count, sum(id = :first) AS first FROM opened_files')
      .get({ first: first.id });
    expect(kept).toEqual({ count: 200, first: 0 });
    expect(last.id).not.toBe(first.id);
    database.exec(`DELETE FROM opened_files WHERE id LIKE 'other %'`);
    database.close();
  });
});

describe('a file that is a book of a library', () => {
  test('is opened as that book, by any name and way to it', async () => {
    const path = comic(join(root, 'The Fox', 'The Fox #1.cbz'));
    await scan();
    const [book] = (await octavo.api.call(listBooks)).data;
    expect(await open(path)).toMatchObject({ kind: 'book', id: book?.id });
    if (!leftOutOnWindows('links to files take rights there')) {
      const link = join(outside, 'link.cbz');
      symlinkSync(path, link);
      expect(await open(link)).toMatchObject({ kind: 'book', id: book?.id });
    }
    const copy = join(outside, 'copy.cbz');
    cpSync(path, copy);
    expect(await open(copy)).toMatchObject({ kind: 'book', id: book?.id });
  });
});

describe('adding it to a library', () => {
  const add = (id: string, body: { folder?: string; move?: boolean } = {}) =>
    octavo.api.call(addOpenedFile, { params: { id }, body: { library_id: libraryId, ...body } });

  test.each([
    ['copies it', false],
    ['moves it', true],
  ])('%s, and the place goes over to the new book', async (_, move) => {
    const path = comic();
    const { id } = await open(path);
    const written = await octavo.api.call(updateProgress, {
      params: { id },
      body: { current_page: 2 },
    });
    const bytes = readFileSync(path);
    const steps = await snapshotsOf(root, join(outside, 'steps'), () =>
      add(id, { folder: 'The Fox', move }),
    );
    // Killed at any of them, no part of the file has its name.
    for (const { before, copy } of steps) {
      const file = join(copy, 'The Fox', 'The Fox #3.cbz');
      if (existsSync(file)) expect(readFileSync(file), before).toEqual(bytes);
    }
    expect(readdirSync(join(root, 'The Fox'))).toEqual(['The Fox #3.cbz']);
    expect(existsSync(path)).toBe(!move);
    const book = await octavo.api.call(getBook, { params: { id: await arrival(id) } });
    expect(book).toMatchObject({ series_name: 'The Fox', library_id: libraryId });
    expect(book.progress).toMatchObject({ current_page: 2, updated_at: written.updated_at });
    // A file that is still open remains readable.
    expect((await octavo.request(`/books/${id}/pages/3`)).status).toBe(200);
  });

  test('takes along the exact place in a text, and what was marked there', async () => {
    const path = join(outside, 'novel.epub');
    cpSync(novel, path);
    const { id } = await open(path);
    const { positions } = await octavo.api.call(getPositions, { params: { id } });
    const location = JSON.stringify(positions[4]);
    expect(location).toContain(id);
    await octavo.api.call(updateProgress, {
      params: { id },
      body: { current_page: 5, location },
    });
    const mark = await octavo.api.call(createAnnotation, {
      params: { id },
      body: { kind: 'highlight', page: 5, location, text: 'A theft', color: 'green' },
    });
    await add(id, { folder: 'Ralph Burke' });
    const book_id = await arrival(id);
    const progress = await octavo.api.call(getProgress, { params: { id: book_id } });
    expect(progress).toMatchObject({
      current_page: 5,
      location: location.replaceAll(id, book_id),
    });
    const marks = async (book: string) =>
      (await octavo.api.call(listAnnotations, { query: { book_id: book } })).data;
    expect(await marks(book_id)).toMatchObject([
      {
        ...{ id: mark.id, book_id, page: 5, text: 'A theft', color: 'green' },
        created_at: mark.created_at,
        location: location.replaceAll(id, book_id),
      },
    ]);
    expect(await marks(id)).toEqual([]);
  });

  test('by hand does as well: a file that a scan finds keeps its place', async () => {
    const path = comic();
    const { id } = await open(path);
    await octavo.api.call(updateProgress, { params: { id }, body: { current_page: 3 } });
    mkdirSync(join(root, 'Any'));
    cpSync(path, join(root, 'Any', 'other name.cbz'));
    await scan();
    const { progress } = await octavo.api.call(getBook, { params: { id: await arrival(id) } });
    expect(progress).toMatchObject({ current_page: 3, is_completed: true });
  });

  test('also does so for what was read while the book was made of it', async () => {
    const { id } = await open(comic());
    await add(id);
    const book_id = await arrival(id);
    await octavo.api.call(updateProgress, { params: { id }, body: { current_page: 2 } });
    expect(await arrival(id)).toBe(book_id);
    const { progress } = await octavo.api.call(getBook, { params: { id: book_id } });
    expect(progress?.current_page).toBe(2);
  });

  test('leaves a book that was read since where it is', async () => {
    const path = comic();
    const { id } = await open(path);
    await octavo.api.call(updateProgress, { params: { id }, body: { current_page: 2 } });
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    // Not migrated yet, as directly after the scan.
    const place = database.prepare('SELECT place FROM opened_files WHERE id = ?').pluck().get(id);
    await add(id);
    const book_id = await arrival(id);
    await octavo.api.call(updateProgress, { params: { id: book_id }, body: { current_page: 1 } });
    database.prepare('UPDATE opened_files SET place = ? WHERE id = ?').run(place, id);
    database.close();
    await scan();
    await arrival(id);
    const { progress } = await octavo.api.call(getBook, { params: { id: book_id } });
    expect(progress?.current_page).toBe(1);
  });

  test('never overwrites', async () => {
    const path = comic();
    mkdirSync(join(root, 'The Fox'));
    writeFileSync(join(root, 'The Fox', 'The Fox #3.cbz'), 'something else');
    const { id } = await open(path);
    for (const move of [false, true]) {
      await expect(add(id, { folder: 'The Fox', move })).rejects.toMatchObject({
        code: 'Conflict',
      });
    }
    expect(readFileSync(join(root, 'The Fox', 'The Fox #3.cbz'), 'utf8')).toBe('something else');
    expect(readdirSync(join(root, 'The Fox'))).toEqual(['The Fox #3.cbz']);
    expect(existsSync(path)).toBe(true);
  });

  test.each(['..', 'a/../..', '../x', 'a/..', './a', 'a\\..\\..', 'C:', 'a\u0007b', 'x. '])(
    'makes no folder %j',
    async (folder) => {
      const { id } = await open(comic());
      await expect(add(id, { folder })).rejects.toMatchObject({ code: 'BadRequest' });
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test.skipIf(leftOutOnWindows('Wine follows none'))(
    'follows no link out of the library',
    async () => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'octavo-elsewhere-'));
      symlinkSync(elsewhere, join(root, 'link'));
      const { id } = await open(comic());
      await expect(add(id, { folder: 'link/deeper' })).rejects.toMatchObject({
        code: 'BadRequest',
      });
      expect(readdirSync(elsewhere)).toEqual([]);
      rmSync(elsewhere, { recursive: true });
    },
  );

  test('is added to any folder that is there, and makes none that another drive would not take', async () => {
    const { id } = await open(comic());
    for (const folder of ['NUL', 'New/What If...', 'ä'.repeat(128), 'C:']) {
      await expect(add(id, { folder })).rejects.toMatchObject({ code: 'BadRequest' });
      expect(readdirSync(root)).toEqual([]);
    }
    const odd = process.platform === 'win32' ? 'What If' : 'What If?...';
    mkdirSync(join(root, odd));
    await add(id, { folder: odd });
    expect(readdirSync(join(root, odd))).toEqual(['The Fox #3.cbz']);
  });

  test('says what is wrong with the disk, and leaves nothing half there', async () => {
    const path = comic();
    const { id } = await open(path);
    rmSync(path);
    await expect(add(id)).rejects.toMatchObject({ code: 'UnprocessableContent' });
    expect(readdirSync(root)).toEqual([]);
    rmSync(root, { recursive: true });
    await expect(add(id)).rejects.toMatchObject({ code: 'UnprocessableContent' });
    mkdirSync(root);
  });

  test('leaves a file where it is if it is in the library already', async () => {
    const path = comic(join(root, 'New', 'The Fox #9.cbz'));
    const { id, kind } = await open(path);
    expect(kind).toBe('file');
    const { library } = await octavo.api.call(getOpenedFile, { params: { id } });
    expect(library?.id).toBe(libraryId);
    await add(id, { folder: 'elsewhere', move: true });
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(root)).toEqual(['New']);
    await arrival(id);
  });
});
