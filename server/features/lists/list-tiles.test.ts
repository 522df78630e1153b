import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createCollection,
  getCollection,
  listSeriesOfCollection,
  updateCollection,
} from '../../../shared/api/collections.ts';
import { updateSeries } from '../../../shared/api/edits.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { listSeries } from '../../../shared/api/series.ts';
import { listBooks } from '../../../shared/api/books.ts';
import { listUsers, updateUser } from '../../../shared/api/users.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let libraryIds: string[] = [];

/** Series by the colour of their covers. */
const colours = { Amber: '#ffaa00', Blue: '#0000ff', Cyan: '#00ffff', Red: '#ff0000' };
const seriesNamed = async (name: string) =>
  (await octavo.api.call(listSeries)).data.find((series) => series.name === name)?.id ?? '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-tiles-'));
  octavo = await startTestServer();
  const pages = async (background: string) => {
    const create = { width: 400, height: 600, channels: 3 as const, background };
    return [{ name: '1.png', data: await sharp({ create }).png().toBuffer() }];
  };
  for (const [name, colour] of Object.entries(colours)) {
    const info = `<Year>${2000 + Object.keys(colours).indexOf(name)}</Year>`;
    writeCbz(join(root, 'Comics', name, `${name}.cbz`), await pages(colour), info);
  }
  writeCbz(join(root, 'Hidden', 'Green', 'Green.cbz'), await pages('#00ff00'));
  for (const name of ['Comics', 'Hidden']) {
    const body = { name, path: join(root, name) };
    const { id } = await octavo.api.call(createLibrary, { body });
    libraryIds = [...libraryIds, id];
    await octavo.api.call(startScan, { params: { id } });
    await octavo.idle();
  }
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

type Colour = [number, number, number];

/** The colours in the middle of the four quarters of a cover, and its ETag. */
const quarters = async (path: string, init: RequestInit = {}) => {
  const response = await octavo.request(path, {
    ...init,
    headers: { accept: 'image/webp', ...(init.headers as object | undefined) },
  });
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number): Colour => {
    const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
  };
  const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(x, y)));
  return { colours: places.map(nameOf), etag: response.headers.get('etag') };
};
const all = { ...colours, Green: '#00ff00' };
const rgb = (hex: string) =>
  [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16));
/** The nearest of the known colours. */
const nameOf = (colour: Colour): string => {
  const far = (hex: string) =>
    rgb(hex).reduce((sum, part, index) => sum + Math.abs(part - (colour[index] ?? 0)), 0);
  return Object.entries(all).sort(([, a], [, b]) => far(a) - far(b))[0]?.[0] ?? '';
};

test('a collection of four series shows their covers in two rows, and is sent once', async () => {
  const names = ['Red', 'Blue', 'Cyan', 'Amber'];
  const series_ids = await Promise.all(names.map(seriesNamed));
  const body = { name: 'Four', ordered: true, series_ids };
  const { id } = await octavo.api.call(createCollection, { body });
  const path = `/collections/${id}/thumbnail`;
  const { colours: shown, etag } = await quarters(path);
  expect(shown).toEqual(names);
  const headers = { accept: 'image/webp', 'if-none-match': etag ?? '' };
  expect((await octavo.request(path, { headers })).status).toBe(304);
});

test('a reading list of three books shows the cover of the first', async () => {
  const { data } = await octavo.api.call(listBooks);
  const book_ids = data.filter(({ title }) => title !== 'Green').map(({ id }) => id);
  const body = { name: 'Three', book_ids: book_ids.slice(0, 3) };
  const { id } = await octavo.api.call(createReadList, { body });
  const { colours: shown } = await quarters(`/read-lists/${id}/thumbnail`);
  expect(new Set(shown).size).toBe(1);
});

test('a person sees only covers of what they can see', async () => {
  const names = ['Green', 'Red', 'Blue', 'Cyan', 'Amber'];
  const series_ids = await Promise.all(names.map(seriesNamed));
  const body = { name: 'Mixed', ordered: true, series_ids };
  const { id } = await octavo.api.call(createCollection, { body });
  const headers = await addUser(octavo.dataDir, { username: 'kid', role: 'reader' });
  const { data: users } = await octavo.api.call(listUsers);
  const kid = users.find(({ username }) => username === 'kid')?.id ?? '';
  const params = { id: kid };
  await octavo.api.call(updateUser, {
    params,
    body: { restrictions: { ...noRestrictions, library_ids: libraryIds.slice(0, 1) } },
  });
  const path = `/collections/${id}/thumbnail`;
  expect((await quarters(path)).colours).toEqual(names.slice(0, 4));
  expect((await quarters(path, { headers })).colours).toEqual(names.slice(1));
});

test('a collection has a summary, and orders by title, date added and release', async () => {
  const names = ['Red', 'Blue', 'Amber'];
  const series_ids = await Promise.all(names.map(seriesNamed));
  const made = { name: 'Sorted', summary: 'All colours', ordered: true, series_ids };
  const { id, summary } = await octavo.api.call(createCollection, { body: made });
  expect(summary).toBe('All colours');
  const params = { id };
  await octavo.api.call(updateCollection, { params, body: { summary: null } });
  expect((await octavo.api.call(getCollection, { params })).summary).toBeNull();
  for (const [name, release_date] of [
    ['Red', '2020-01-01'],
    ['Amber', '2010-01-01'],
  ] as const) {
    const body = { release_date };
    await octavo.api.call(updateSeries, { params: { id: await seriesNamed(name) }, body });
  }
  const sorted = async (sort: string) => {
    const { data } = await octavo.api.call(listSeriesOfCollection, { params, query: { sort } });
    return data.map(({ name }) => name);
  };
  expect(await sorted('position,asc')).toEqual(names);
  expect(await sorted('name,asc')).toEqual(['Amber', 'Blue', 'Red']);
  expect((await sorted('release_date,asc')).slice(0, 2)).toEqual(expect.arrayContaining(['Amber']));
  expect((await sorted('release_date,desc'))[0]).toBe('Red');
  const added = await sorted('date_added,asc');
  expect(await sorted('date_added,desc')).not.toEqual(added);
});
