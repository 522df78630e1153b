import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { filterBooks, getBook, listBooks } from '../../../shared/api/books.ts';
import {
  bulkEditBooks,
  bulkEditSeries,
  getBookMetadata,
  getSeriesMetadata,
  listEdits,
  undoEdit,
  updateBook,
  updateSeries,
} from '../../../shared/api/edits.ts';
import { createLibrary, deleteLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { getScanStatus, startScan } from '../../../shared/api/scans.ts';
import { filterSeries, getSeries, listSeries, searchSeries } from '../../../shared/api/series.ts';
import { getTask } from '../../../shared/api/tasks.ts';
import { connect } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryId: string;

beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-edits-'));
  add('Saga/1.cbz', '<Title>One</Title><Publisher>Image</Publisher><Genre>Space</Genre>');
  add('Saga/2.cbz', '<Title>Two</Title><Publisher>Image</Publisher><Genre>Space</Genre>');
  add('Akira/1.cbz', '<Publisher>Kodansha</Publisher>');
  const body = { name: 'Comics', path: root };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await scan();
});
afterEach(async () => {
  for (const { id } of (await octavo.api.call(listLibraries)).data) {
    await octavo.api.call(deleteLibrary, { params: { id } });
  }
  rmSync(root, { recursive: true, force: true });
});

const add = (path: string, comicInfo: string) => writeCbz(join(root, path), 2, comicInfo);
const scan = async (mode: 'normal' | 'deep' = 'normal') => {
  const params = { id: libraryId };
  await octavo.api.call(startScan, { params, query: { mode } });
  await octavo.idle();
  const { status } = await octavo.api.call(getScanStatus, { params });
  expect(status).toBe('completed');
};
const seriesId = async (name: string) => {
  const { data } = await octavo.api.call(listSeries);
  return data.find((series) => series.name === name)?.id ?? newId();
};
const bookId = async (title: string) => {
  const { data } = await octavo.api.call(listBooks);
  return data.find((book) => book.title === title)?.id ?? newId();
};
const seriesOf = (id: string) => octavo.api.call(getSeries, { params: { id } });
const bookOf = (id: string) => octavo.api.call(getBook, { params: { id } });
const editSeries = (id: string, body: object) =>
  octavo.api.call(updateSeries, { params: { id }, body });
const undo = (id: string | null) => octavo.api.call(undoEdit, { params: { id: id ?? '' } });

describe('a series', () => {
  test('is changed at once, where it sorts and what finds it too', async () => {
    const id = await seriesId('Saga');
    const changed = await editSeries(id, {
      name: 'The Zoo',
      alternate_titles: [{ label: 'French', title: 'Ménagerie' }],
      tags: ['Favourite'],
      status: 'ended',
    });
    expect(changed).toMatchObject({ name: 'The Zoo', name_sort: 'Zoo, The', status: 'ended' });
    const names = async () => (await octavo.api.call(listSeries)).data.map(({ name }) => name);
    expect(await names()).toEqual(['Akira', 'The Zoo']);
    const found = await octavo.api.call(searchSeries, { body: { query: 'menagerie' } });
    expect(found.data.map((series) => series.id)).toEqual([id]);
    const condition = { tag: { operator: 'is', value: 'favourite' } } as const;
    const filtered = await octavo.api.call(filterSeries, { body: { condition } });
    expect(filtered.data.map((series) => series.id)).toEqual([id]);
  });

  test('keeps what a person wrote when its files change, and takes the rest', async () => {
    const id = await seriesId('Saga');
    await editSeries(id, { publisher: 'Mine', summary: null, name: 'My Saga' });
    add(
      'Saga/1.cbz',
      '<Publisher>Other</Publisher><Genre>War</Genre><LanguageISO>fr</LanguageISO>',
    );
    add(
      'Saga/2.cbz',
      '<Publisher>Other</Publisher><Genre>War</Genre><LanguageISO>fr</LanguageISO>',
    );
    writeFileSync(
      join(root, 'Saga/series.json'),
      JSON.stringify({ metadata: { name: 'From file', status: 'Ended', publisher: 'Json' } }),
    );
    utimesSync(join(root, 'Saga/series.json'), 1, 1);
    for (const mode of ['normal', 'deep'] as const) {
      await scan(mode);
      expect(await seriesOf(id)).toMatchObject({
        name: 'My Saga',
        name_sort: 'My Saga',
        publisher: 'Mine',
        status: 'ended',
        language: 'fr',
        genres: ['War'],
      });
    }
    const editor = await octavo.api.call(getSeriesMetadata, { params: { id } });
    expect(editor.locks).toMatchObject({ publisher: true, name: true, genres: false });
    expect(editor.file_values).toEqual({ name: 'From file', publisher: 'Json' });
    const unlocked = await editSeries(id, { locks: { publisher: false, name: false } });
    expect(unlocked).toMatchObject({
      publisher: 'Json',
      name: 'From file',
      name_sort: 'From file',
    });
  });

  test('is undone after a scan: fields that were not locked get the present values of the files', async () => {
    const id = await seriesId('Saga');
    const { edit_id } = await editSeries(id, { publisher: 'Mine', tags: ['x'] });
    add('Saga/1.cbz', '<Publisher>Other</Publisher>');
    add('Saga/2.cbz', '<Publisher>Other</Publisher>');
    await scan();
    expect(await seriesOf(id)).toMatchObject({ publisher: 'Mine', tags: ['x'] });
    expect(await undo(edit_id)).toEqual({ restored_count: 1, skipped_count: 0, skipped: [] });
    expect(await seriesOf(id)).toMatchObject({ publisher: 'Other', tags: [] });
    await expect(undo(edit_id)).rejects.toMatchObject({ code: 'Conflict' });
  });

  test('edited by two people has what both wrote; undoing one leaves the other', async () => {
    const id = await seriesId('Saga');
    const headers = await addUser(octavo.dataDir, { username: 'mia', role: 'maintainer' });
    const [mine] = await Promise.all([
      editSeries(id, { publisher: 'Mine', language: 'en' }),
      octavo.api.call(updateSeries, { params: { id }, body: { imprint: 'Hers' }, headers }),
    ]);
    await octavo.api.call(updateSeries, { params: { id }, body: { language: 'fr' }, headers });
    expect(await seriesOf(id)).toMatchObject({
      publisher: 'Mine',
      language: 'fr',
      metadata: { imprint: 'Hers' },
    });
    const undone = await undo(mine.edit_id);
    expect(undone).toMatchObject({ restored_count: 1, skipped: [{ id, fields: ['language'] }] });
    expect(await seriesOf(id)).toMatchObject({ publisher: 'Image', language: 'fr' });
    const { data } = await octavo.api.call(listEdits, { query: { pageSize: 3 } });
    expect(data.map((edit) => [edit.user?.username, edit.fields])).toEqual([
      ['mia', ['language']],
      expect.anything(),
      expect.anything(),
    ]);
    expect(data.filter((edit) => edit.undone_at !== null)).toEqual([]);
  });

  test('returns to what it was, in whatever order its edits are undone', async () => {
    const id = await seriesId('Saga');
    const first = await editSeries(id, { publisher: 'First', language: 'en' });
    const second = await editSeries(id, { publisher: 'Second' });
    expect(await undo(first.edit_id)).toMatchObject({ restored_count: 1, skipped_count: 1 });
    expect(await undo(first.edit_id)).toMatchObject({ restored_count: 0, skipped_count: 1 });
    expect(await undo(second.edit_id)).toMatchObject({ restored_count: 1, skipped_count: 0 });
    expect((await seriesOf(id)).publisher).toBe('First');
    expect(await undo(first.edit_id)).toEqual({ restored_count: 1, skipped_count: 0, skipped: [] });
    expect(await seriesOf(id)).toMatchObject({ publisher: 'Image', language: null });
    await expect(undo(first.edit_id)).rejects.toMatchObject({ code: 'Conflict' });
  });
});

describe('a book', () => {
  test('is changed, found by what it is called now, and keeps it when the file moves', async () => {
    const id = await bookId('One');
    const body = {
      title: 'First',
      number: 7.5,
      summary: 'Begins.\nGoes on.',
      authors: [{ name: 'Ann', role: 'writer' }],
      isbn: '978-1',
      genres: [],
    };
    const changed = await octavo.api.call(updateBook, { params: { id }, body });
    expect(changed).toMatchObject({
      title: 'First',
      number: 7.5,
      summary: 'Begins.\nGoes on.',
      metadata: { isbn: '978-1', genres: [], publisher: 'Image', summary: 'Begins.\nGoes on.' },
    });
    const found = await octavo.api.call(filterBooks, { body: { fullTextSearch: 'ann begins' } });
    expect(found.data.map((book) => book.id)).toEqual([id]);
    rmSync(join(root, 'Saga/1.cbz'));
    add('Saga/1.cbz', '<Title>Uno</Title><Publisher>Other</Publisher><Genre>War</Genre>');
    await scan('deep');
    expect(await bookOf(id)).toMatchObject({
      title: 'First',
      number: 7.5,
      metadata: { genres: [], publisher: 'Other', authors: [{ name: 'Ann' }] },
    });
    const editor = await octavo.api.call(getBookMetadata, { params: { id } });
    expect(editor.file_values).toMatchObject({ title: 'Uno', genres: ['War'], summary: null });
    const locks = { title: false, genres: false, number: false, summary: false };
    const unlocked = await octavo.api.call(updateBook, { params: { id }, body: { locks } });
    expect(unlocked).toMatchObject({ title: 'Uno', summary: null, metadata: { genres: ['War'] } });
  });

  test('changes what its series says at the next scan', async () => {
    const query = { series_id: await seriesId('Saga') };
    const ids = (await octavo.api.call(listBooks, { query })).data.map(({ id }) => id);
    await octavo.api.call(bulkEditBooks, { body: { ids, set: { publisher: 'Mine' } } });
    await scan();
    expect((await seriesOf(query.series_id)).publisher).toBe('Mine');
  });
});

describe('many at once', () => {
  test('change in the named fields only, and are undone but for what changed since', async () => {
    const [saga, akira] = [await seriesId('Saga'), await seriesId('Akira')];
    await editSeries(akira, { genres: ['Drama'] });
    const body = {
      ids: [saga, akira, newId(), saga],
      set: { status: 'ended' as const },
      add: { genres: ['war', 'Space'] },
      remove: { genres: ['drama'] },
    };
    const result = await octavo.api.call(bulkEditSeries, { body });
    expect(result).toMatchObject({ task_id: null, record_count: 2, changed_count: 2 });
    expect(await seriesOf(saga)).toMatchObject({
      status: 'ended',
      publisher: 'Image',
      genres: ['Space', 'war'],
    });
    expect((await seriesOf(akira)).genres).toEqual(['war', 'Space']);
    await editSeries(akira, { status: 'hiatus' });
    expect(await undo(result.edit_id)).toEqual({
      restored_count: 2,
      skipped_count: 1,
      skipped: [{ id: akira, title: 'Akira', fields: ['status'] }],
    });
    expect(await seriesOf(saga)).toMatchObject({ status: null, genres: ['Space'] });
    expect(await seriesOf(akira)).toMatchObject({ status: 'hiatus', genres: ['Drama'] });
  });

  test('are those that a filter finds', async () => {
    const condition = { title: { operator: 'is', value: 'two' } } as const;
    const body = { filter: { condition }, set: { volume: 3 }, locks: { title: true } };
    const result = await octavo.api.call(bulkEditBooks, { body });
    expect(result).toMatchObject({ record_count: 1, changed_count: 1 });
    const { data } = await octavo.api.call(listBooks, { query: { sort: 'title' } });
    expect(data.filter(({ volume }) => volume === 3).map(({ title }) => title)).toEqual(['Two']);
    const { locks } = await octavo.api.call(getBookMetadata, {
      params: { id: await bookId('Two') },
    });
    expect(locks).toMatchObject({ title: true, volume: true, number: false });
  });

  test('are changed by a task where they are very many, and undone while it works', async () => {
    const database = connect(join(octavo.dataDir, 'octavo.db'));
    const library = seedLibrary(database, { name: 'Seeded', path: join(root, 'none') });
    const series = seedSeries(database, library, { name: 'Long' });
    database.transaction(() => {
      for (let number = 1; number <= 1200; number += 1) seedBook(database, series, { number });
    })();
    database.close();
    const condition = { seriesId: { operator: 'is', value: series.id } } as const;
    const edit = (publisher: string) =>
      octavo.api.call(bulkEditBooks, { body: { filter: { condition }, set: { publisher } } });
    const { edit_id, task_id, record_count } = await edit('First');
    expect(record_count).toBe(1200);
    await octavo.idle();
    const task = await octavo.api.call(getTask, { params: { id: task_id ?? '' } });
    expect(task).toMatchObject({ status: 'completed', progress: { current: 1200 } });
    const { data } = await octavo.api.call(listEdits);
    expect(data[0]).toMatchObject({ id: edit_id, changed_count: 1200, fields: ['publisher'] });
    expect((await undo((await edit('Second')).edit_id)).skipped_count).toBe(0);
    expect((await undo(edit_id)).restored_count).toBe(1200);
    const [book] = (await octavo.api.call(listBooks, { query: { series_id: series.id } })).data;
    expect((await bookOf(book?.id ?? '')).metadata.publisher).toBeNull();
  });
});

describe('refused edits', () => {
  test.each<[string, object, string]>([
    ['a text of a megabyte', { summary: 'x'.repeat(900_000) }, 'Write at most 20000 characters'],
    [
      'ten thousand tags',
      { tags: Array.from({ length: 10_000 }, String) },
      'Write at most 200 entries',
    ],
    ['control characters', { name: 'a\u0007b' }, 'Use one line without control characters'],
    [
      'a script as a link',
      { external_links: [{ label: 'x', url: 'javascript:alert(1)' }] },
      'http',
    ],
    ['no name', { name: '  ' }, ''],
    ['a change of what is unlocked', { year: 2000, locks: { year: false } }, 'at once'],
  ])('%s, with a sentence', async (_, body, sentence) => {
    const id = await seriesId('Saga');
    const { total } = await octavo.api.call(listEdits);
    const response = await octavo.request(`/series/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(sentence);
    expect((await octavo.api.call(listEdits)).total).toBe(total);
  });

  test('a bulk edit without records, with both kinds of them, or without a change', async () => {
    const ids = [await seriesId('Saga')];
    const set = { status: 'ended' as const };
    for (const body of [{ set }, { ids, filter: {}, set }, { ids }, { ids: [], set }]) {
      await expect(octavo.api.call(bulkEditSeries, { body })).rejects.toMatchObject({
        code: 'BadRequest',
      });
    }
  });

  test('readers, and a maintainer what is not there', async () => {
    const id = await seriesId('Saga');
    const headers = await addUser(octavo.dataDir, { username: 'ann', role: 'reader' });
    const call = octavo.api.call(updateSeries, { params: { id }, body: { year: 1 }, headers });
    await expect(call).rejects.toMatchObject({ code: 'Forbidden' });
    await expect(editSeries(newId(), { year: 1 })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(undo(newId())).rejects.toMatchObject({ code: 'NotFound' });
  });
});
