import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { filterBooks, listBooks } from '../../../shared/api/books.ts';
import {
  type CreatorSort,
  getCreator,
  listBooksOfCreator,
  listCreatorLetters,
  listCreatorRoles,
  listCreators,
  listSeriesOfCreator,
  renameCreator,
} from '../../../shared/api/creators.ts';
import { undoEdit } from '../../../shared/api/edits.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { filterSeries } from '../../../shared/api/series.ts';
import { createClient } from '../../../shared/client.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { restrict } from '../../testing/restrictions.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
const libraries: string[] = [];

beforeAll(async () => {
  octavo = await startTestServer();
  root = mkdtempSync(join(tmpdir(), 'octavo-creators-'));
  const add = (path: string, comicInfo: string) => writeCbz(join(root, path), 1, comicInfo);
  add('a/Saga/Saga 1.cbz', '<Writer>Brian K. Vaughan</Writer><Penciller>Fiona Staples</Penciller>');
  add(
    'a/Saga/Saga 2.cbz',
    '<Writer>Brian K Vaughan</Writer><CoverArtist>Fiona Staples</CoverArtist>',
  );
  add('b/Paper Girls/Paper Girls 1.cbz', '<Writer>Brian K. Vaughan</Writer>');
  add('b/Émile/Émile 1.cbz', '<Writer>Émile Zola</Writer><Translator>Ann Author</Translator>');
  for (const name of ['a', 'b']) {
    const body = { name, path: join(root, name) };
    const { id } = await octavo.api.call(createLibrary, { body });
    libraries.push(id);
    await octavo.api.call(startScan, { params: { id } });
    await octavo.idle();
  }
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const list = async (
  query: {
    name?: string;
    search?: string;
    role?: string;
    library_id?: string;
    initial?: string;
    sort?: CreatorSort;
    page?: number;
    pageSize?: number;
  } = {},
  { api } = octavo,
) => {
  const { data, total } = await api.call(listCreators, { query });
  return { names: data.map(({ name }) => name), total };
};
const idOf = async (name: string) => {
  const { data } = await octavo.api.call(listCreators, { query: { search: name } });
  expect(data).toHaveLength(1);
  return data[0]?.id ?? '';
};

test('creators of all libraries are listed by their family names', async () => {
  const names = ['Ann Author', 'Fiona Staples', 'Brian K. Vaughan', 'Émile Zola'];
  const { data } = await octavo.api.call(listCreators, {});
  expect(data.map(({ name_sort }) => name_sort)).toEqual([
    'Author, Ann',
    'Staples, Fiona',
    'Vaughan, Brian K.',
    'Zola, Émile',
  ]);
  expect(data[2]).toMatchObject({ roles: ['writer'], series_count: 2, book_count: 3 });
  expect(data[1]).toMatchObject({ roles: ['cover', 'penciller'], series_count: 1, book_count: 2 });
  expect(await list({ page: 2, pageSize: 2 })).toEqual({ names: names.slice(2), total: 4 });
  expect((await list({ sort: 'book_count' })).names.at(-1)).toBe('Brian K. Vaughan');
  expect(await list({ search: 'vaug bri' })).toEqual({ names: ['Brian K. Vaughan'], total: 1 });
  expect(await list({ search: 'EMILE' })).toMatchObject({ names: ['Émile Zola'] });
  expect(await list({ name: 'brian k vaughan' })).toEqual({
    names: ['Brian K. Vaughan'],
    total: 1,
  });
  expect(await list({ search: 'aughan' })).toEqual({ names: [], total: 0 });
  expect(await list({ role: 'Translator' })).toMatchObject({ names: ['Ann Author'] });
  expect(await list({ library_id: libraries[0] ?? '' })).toMatchObject({ total: 2 });
  expect(await list({ initial: 'z' })).toMatchObject({ names: ['Émile Zola'] });
});

test('letters and roles count creators', async () => {
  const letters = (await octavo.api.call(listCreatorLetters, {})).letters;
  expect(letters.map(({ letter, count }) => `${letter}${count}`)).toEqual(['a1', 's1', 'v1', 'z1']);
  const query = { role: 'writer' };
  expect((await octavo.api.call(listCreatorLetters, { query })).letters).toHaveLength(2);
  expect((await octavo.api.call(listCreatorRoles)).roles).toEqual([
    { role: 'writer', creator_count: 2 },
    { role: 'cover', creator_count: 1 },
    { role: 'penciller', creator_count: 1 },
    { role: 'translator', creator_count: 1 },
  ]);
});

test('a creator has works by role over all libraries', async () => {
  const params = { id: await idOf('Staples') };
  expect((await octavo.api.call(getCreator, { params })).credits).toEqual([
    { role: 'cover', series_count: 1, book_count: 1 },
    { role: 'penciller', series_count: 1, book_count: 1 },
  ]);
  const books = async (query: { role?: string; library_id?: string }, id = params.id) => {
    const { data } = await octavo.api.call(listBooksOfCreator, { params: { id }, query });
    return data.map(({ title }) => title);
  };
  expect(await books({})).toHaveLength(2);
  expect(await books({ role: 'cover' })).toEqual(['Saga 2']);
  expect(await books({ role: 'inker' })).toEqual([]);
  const vaughan = await idOf('Vaughan');
  expect(await books({}, vaughan)).toHaveLength(3);
  expect(await books({ library_id: libraries[1] ?? '' }, vaughan)).toEqual(['Paper Girls 1']);
  const works = await octavo.api.call(listSeriesOfCreator, { params: { id: vaughan } });
  expect(works.data.map(({ name }) => name)).toEqual(['Paper Girls', 'Saga']);
  const unknown = await octavo.request(`/creators/${libraries[0] ?? ''}/books`);
  expect(unknown.status).toBe(404);
});

test('a filter by author finds every spelling in all libraries', async () => {
  const condition = { author: { operator: 'is' as const, value: 'brian k vaughan' } };
  expect((await octavo.api.call(filterBooks, { body: { condition } })).total).toBe(3);
  expect((await octavo.api.call(filterSeries, { body: { condition } })).total).toBe(2);
});

test('the records of books name their writers', async () => {
  const { data } = await octavo.api.call(listBooks, {});
  expect(data.find(({ title }) => title === 'Saga 1')?.writers).toEqual(['Brian K. Vaughan']);
});

test('people with content restrictions see creators of what they see', async () => {
  const headers = await addUser(octavo.dataDir, { username: 'kid', role: 'reader' });
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const pk = (sql: string, value: string) => database.prepare(sql).pluck().get(value) as number;
  const library = pk('SELECT pk FROM libraries WHERE id = ?', libraries[1] ?? '');
  restrict(database, pk('SELECT pk FROM users WHERE username = ?', 'kid'), {
    libraries: [library],
  });
  database.close();
  const api = createClient({ baseUrl: octavo.url, fetch: checkedFetch, headers: () => headers });
  const seen = { ...octavo, api };
  const names = ['Ann Author', 'Brian K. Vaughan', 'Émile Zola'];
  expect(await list({}, seen)).toEqual({ names, total: 3 });
  const { data } = await api.call(listCreators, { query: { search: 'vaughan' } });
  expect(data[0]).toMatchObject({ series_count: 1, book_count: 1 });
  const roles = (await api.call(listCreatorRoles)).roles.map(({ role }) => role);
  expect(roles).toEqual(['writer', 'translator']);
  expect((await api.call(listCreatorLetters, {})).letters).toHaveLength(3);
  const hidden = await idOf('Staples');
  const about = (path: string) =>
    checkedFetch(`${octavo.url}/api/v1/creators/${path}`, { headers });
  expect((await about(hidden)).status).toBe(404);
  expect((await about(`${hidden}/series`)).status).toBe(404);
});

test('a renamed creator is merged with the other spelling, and separate again after undo', async () => {
  const before = await idOf('Zola');
  const renamed = await octavo.api.call(renameCreator, {
    params: { id: before },
    body: { name: 'Ann Author' },
  });
  expect(renamed).toMatchObject({ id: await idOf('Ann Author'), task_ids: [] });
  const { data } = await octavo.api.call(listCreators, { query: { search: 'Ann' } });
  expect(data[0]).toMatchObject({
    roles: ['translator', 'writer'],
    book_count: 1,
    series_count: 1,
  });
  expect((await list()).total).toBe(3);
  for (const id of renamed.edit_ids) await octavo.api.call(undoEdit, { params: { id } });
  expect((await list()).total).toBe(4);
  expect(await idOf('Zola')).toBe(before);
  // Only the spelling.
  const respelled = { params: { id: before }, body: { name: 'Emile ZOLA' } };
  expect((await octavo.api.call(renameCreator, respelled)).id).toBe(before);
  expect((await list()).names.at(-1)).toBe('Emile ZOLA');
});
