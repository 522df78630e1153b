import { afterEach, beforeEach, expect, test } from 'vitest';

import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import {
  answerPlaceQuestion,
  listPlaceQuestions,
  listReadingPlaces,
  restoreReadingPlace,
} from '../../../shared/api/reading-places.ts';
import { newId } from '../../database/ids.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';
import { join } from 'node:path';

let scanned: ScannedLibraryServer;
let id: string;
beforeEach(async () => {
  scanned = await startScannedLibrary();
  writeCbz(join(scanned.root, 'A/A 1.cbz'), 30);
  await scanned.scan();
  id = (await scanned.bookAt('A 1.cbz')).id;
  await scanned.api.call(updateProgress, { params: { id }, body: { current_page: 17 } });
});
afterEach(() => scanned.stop());

const authorization = () => ({ authorization: `Bearer ${scanned.octavo.token}` });
const send = (path: string, method: string, body: unknown) =>
  fetch(`${scanned.octavo.url}${path}`, {
    method,
    headers: {
      ...authorization(),
      'content-type': 'application/json',
      'user-agent': 'Some Reader/1.0',
    },
    body: JSON.stringify(body),
  });
const questions = async () => (await scanned.api.call(listPlaceQuestions)).data;

test.each<[string, () => Promise<Response>]>([
  [
    'the compatibility API',
    () => send(`/komga/api/v1/books/${id}/read-progress`, 'PATCH', { page: 1 }),
  ],
  [
    'a progression',
    () =>
      send(`/komga/api/v1/books/${id}/progression`, 'PUT', {
        device: { id: 'reader', name: 'Reader' },
        modified: new Date().toISOString(),
        locator: { href: '1', type: 'image/png', locations: { position: 1, progression: 0 } },
      }),
  ],
  ['its own API', () => send(`/api/v1/books/${id}/progress`, 'PUT', { current_page: 1 })],
])('a place that %s overwrites is kept and can be put back', async (_way, overwrite) => {
  const response = await overwrite();
  expect(response.ok, await response.text()).toBe(true);
  expect((await scanned.api.call(getProgress, { params: { id } })).current_page).toBe(1);
  expect(await questions()).toMatchObject([
    { book_id: id, earlier: { current_page: 17 }, later: { current_page: 1 } },
  ]);
  const body = { place: 'earlier' as const };
  expect(await scanned.api.call(answerPlaceQuestion, { params: { id }, body })).toMatchObject({
    current_page: 17,
  });
  expect(await questions()).toEqual([]);
  await expect(
    scanned.api.call(answerPlaceQuestion, { params: { id }, body }),
  ).rejects.toMatchObject({
    code: 'NotFound',
  });
  const { data, total } = await scanned.api.call(listReadingPlaces, {
    params: { id },
    query: { pageSize: 2 },
  });
  expect(data.map(({ current_page }) => current_page)).toEqual([17, 1]);
  expect(total).toBe(3);
  const place_id = data[1]?.id ?? '';
  const params = { id, place_id };
  expect((await scanned.api.call(restoreReadingPlace, { params })).current_page).toBe(1);
});

test('nobody sees or changes the places of others, nor of what is unknown', async () => {
  await send(`/api/v1/books/${id}/progress`, 'PUT', { current_page: 1 });
  const headers = await addUser(scanned.octavo.dataDir, { username: 'ben', role: 'reader' });
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${scanned.octavo.url}/api/v1${path}`, { headers })).json();
  expect(await get('/progress/questions')).toMatchObject({ total: 0, data: [] });
  expect(await get(`/books/${id}/progress/places`)).toMatchObject({ total: 0 });
  const [mine] = (await scanned.api.call(listReadingPlaces, { params: { id } })).data;
  const response = await fetch(
    `${scanned.octavo.url}/api/v1/books/${id}/progress/places/${mine?.id ?? ''}/restore`,
    { method: 'POST', headers },
  );
  expect(response.status).toBe(404);
  for (const params of [
    { id, place_id: newId() },
    { id: newId(), place_id: mine?.id ?? '' },
  ]) {
    await expect(scanned.api.call(restoreReadingPlace, { params })).rejects.toMatchObject({
      code: 'NotFound',
    });
  }
  expect(await scanned.api.call(listPlaceQuestions, { query: { book_id: newId() } })).toMatchObject(
    {
      total: 0,
    },
  );
});
