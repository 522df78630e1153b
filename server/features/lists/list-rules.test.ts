import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Collection } from '../../../shared/api/collections.ts';
import type { ReadList } from '../../../shared/api/read-lists.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { connect } from '../../database/database.ts';
import { type Database } from '../../database/types.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let server: TestServer;
let database: Database;
let saga: string;
let akira: string;
let firstBook: string;
let reader: Headers;
const send = createSendJson(() => server);
const year = (value: string, operator = 'atLeast') => ({ year: { operator, value } });

beforeAll(async () => {
  server = await startTestServer();
  database = connect(join(server.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  const sagaRow = seedSeries(database, library, { name: 'Saga', year: 2012 });
  const akiraRow = seedSeries(database, library, { name: 'Akira', year: 1982 });
  saga = sagaRow.id;
  akira = akiraRow.id;
  firstBook = seedBook(database, sagaRow, { number: 1 }).id;
  seedBook(database, akiraRow, { number: 1 });
  reader = await addUser(server.dataDir, { username: 'bea', role: 'reader' });
});
afterAll(async () => {
  database.close();
  await server.stop();
});

const made = async (body: object) => (await send<Collection>('POST', '/collections', body)).body;
const begin = (id: string, inYear: number) => send('PUT', `/series/${id}`, { year: inYear });
const named = async (id: string) =>
  (await send<Paginated<{ name: string }>>('GET', `/collections/${id}/series`)).body.data.map(
    ({ name }) => name,
  );

describe('a collection with a condition', () => {
  test('has the series that match, also those that come to match later', async () => {
    const { id, series_count, condition } = await made({ name: 'New', condition: year('2000') });
    expect([series_count, condition, await named(id)]).toEqual([1, year('2000'), ['Saga']]);
    await begin(akira, 2020);
    await vi.waitFor(async () => expect(await named(id)).toEqual(['Akira', 'Saga']));
    const listed = await send<Paginated<Collection>>('GET', `/collections?series_id=${akira}`);
    expect(listed.body.data).toMatchObject([{ id, series_count: 2 }]);
    await begin(akira, 1982);
    await vi.waitFor(async () =>
      expect((await send<Collection>('GET', `/collections/${id}`)).body.series_count).toBe(1),
    );
  });

  test('takes no series by hand', async () => {
    const { id } = await made({ name: 'Closed', condition: year('2000') });
    const body = { series_ids: [akira] };
    const answers = [
      await send<ErrorBody>('POST', `/collections/${id}/series`, body),
      await send<ErrorBody>('PUT', `/collections/${id}/series`, body),
      await send<ErrorBody>('DELETE', `/collections/${id}/series/${saga}`),
      await send<ErrorBody>('POST', '/collections', {
        name: 'Both',
        condition: year('2000'),
        ...body,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(await named(id)).toEqual(['Saga']);
  });

  test('keeps its series for the hand when the condition is taken away', async () => {
    const { id } = await made({ name: 'Frozen', condition: year('2000') });
    const manual = await send<Collection>('PUT', `/collections/${id}`, { condition: null });
    expect(manual.body).toMatchObject({ condition: null, series_count: 1 });
    const added = await send<Collection>('POST', `/collections/${id}/series`, {
      series_ids: [akira],
    });
    expect(added.body.series_count).toBe(2);
    const ruled = await send<Collection>('PUT', `/collections/${id}`, {
      condition: year('1990', 'atMost'),
    });
    expect([ruled.body.series_count, await named(id)]).toEqual([1, ['Akira']]);
  });

  test('is the same for everybody: what somebody has read is nothing it can ask for', async () => {
    const refused = await send<ErrorBody>('POST', '/collections', {
      name: 'Unread',
      condition: { readStatus: { operator: 'is', value: 'unread' } },
    });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('Unknown field'),
    ]);
  });

  test('is an ordinary one for other apps', async () => {
    const { id } = await made({ name: 'Apps', condition: year('2000') });
    const ask = async (path: string) =>
      (
        await fetch(`${server.url}/komga/api/v1${path}`, { headers: reader })
      ).json() as Promise<unknown>;
    expect(await ask(`/collections/${id}`)).toMatchObject({ name: 'Apps', seriesIds: [saga] });
    expect(await ask(`/collections/${id}/series`)).toMatchObject({ content: [{ id: saga }] });
  });
});

describe('the cover of a list', () => {
  const png = async (width = 40) =>
    new Uint8Array(
      await sharp({ create: { width, height: 60, channels: 3, background: '#c33' } })
        .png()
        .toBuffer(),
    );
  const upload = (path: string, body: Uint8Array<ArrayBuffer>) =>
    server.request(path, { method: 'POST', headers: { 'content-type': 'image/png' }, body });

  test('is an image of one’s own until it is given back', async () => {
    const { id } = await made({ name: 'Painted', series_ids: [saga] });
    expect((await server.request(`/collections/${id}/thumbnail`)).status).toBe(404);
    const uploaded = await upload(`/collections/${id}/cover`, await png());
    expect(await uploaded.json()).toMatchObject({ id, cover_source: 'upload' });
    const shown = await server.request(`/collections/${id}/thumbnail`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await send('DELETE', `/collections/${id}/cover`)).status).toBe(204);
    expect((await server.request(`/collections/${id}/thumbnail`)).status).toBe(404);
  });

  test('is that of an entry', async () => {
    const list = await send<ReadList>('POST', '/read-lists', {
      name: 'Led',
      book_ids: [firstBook],
    });
    const path = `/read-lists/${list.body.id}/cover`;
    const chosen = await send<ReadList>('PUT', path, { book_id: firstBook });
    expect(chosen.body.cover_source).toBe('member');
    expect((await upload(`/books/${firstBook}/cover`, await png())).status).toBe(200);
    expect((await server.request(`/read-lists/${list.body.id}/thumbnail`)).status).toBe(200);
    expect((await send<ErrorBody>('PUT', path, { book_id: saga })).status).toBe(400);
  });

  test('is an image that can be shown', async () => {
    const { id } = await made({ name: 'Broken' });
    const text = new TextEncoder().encode('<svg onload="x()"/>');
    expect((await upload(`/collections/${id}/cover`, text)).status).toBe(400);
  });

  test('is nothing that a reader changes', async () => {
    const { id } = await made({ name: 'Guarded', series_ids: [saga] });
    const body = { series_id: saga };
    const answer = await send<ErrorBody>('PUT', `/collections/${id}/cover`, body, reader);
    expect(answer.status).toBe(403);
  });
});
