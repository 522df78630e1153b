import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { SmartList } from '../../../shared/api/smart-lists.ts';
import type { Wanted, WantedIds } from '../../../shared/api/want-to-read.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { connect } from '../../database/database.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
let bea: Headers;
let saga: string;
let akira: string;
let first: string;
let second: string;
const send = createSendJson(() => octavo);

beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  const sagaRow = seedSeries(database, library, { name: 'Saga' });
  const akiraRow = seedSeries(database, library, { name: 'Akira' });
  saga = sagaRow.id;
  akira = akiraRow.id;
  first = seedBook(database, sagaRow, { number: 1, title: 'Dawn' }).id;
  second = seedBook(database, akiraRow, { number: 1, title: 'Neo Tokyo' }).id;
  database.close();
  bea = await addUser(octavo.dataDir, { username: 'bea', role: 'reader' });
});
afterAll(() => octavo.stop());

const setMissing = (id: string, since: string | null) => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.prepare('UPDATE books SET missing_since = ? WHERE id = ?').run(since, id);
  database.close();
};

describe('want to read', () => {
  const add = (ids: string[], headers?: Headers) =>
    send<WantedIds>('POST', '/want-to-read', { ids }, headers);
  const listed = async (query = '', headers?: Headers) =>
    (
      await send<Paginated<Wanted>>('GET', `/want-to-read${query}`, undefined, headers)
    ).body.data.map((entry) => (entry.kind === 'series' ? entry.series.name : entry.book.title));

  test('notifies the other screens of its owner of every change', async () => {
    const mine = await listenTo(octavo, '/events/stream');
    const hers = await listenTo(
      { request: (path, init) => octavo.request(path, { ...init, headers: bea }) },
      '/events/live',
    );
    await add([akira], bea);
    await add([saga, akira]);
    await send('PUT', '/want-to-read/order', { ids: [akira, saga] });
    await send('POST', '/want-to-read/remove', { ids: [saga, akira] });
    await send('POST', '/want-to-read/remove', { ids: [akira] }, bea);
    await vi.waitFor(() => expect(mine.events).toHaveLength(3));
    await vi.waitFor(() => expect(hers.events).toHaveLength(2));
    expect(new Set([...mine.events, ...hers.events].map(({ name }) => name))).toEqual(
      new Set(['want_to_read_updated']),
    );
    mine.close();
    hers.close();
  });

  test('takes series and books once each, in an order of its own', async () => {
    expect((await add([saga, second, saga])).body.ids).toEqual([saga, second]);
    expect((await add([second, akira])).body.ids).toEqual([saga, second, akira]);
    expect(await listed()).toEqual(['Saga', 'Neo Tokyo', 'Akira']);
    const arranged = await send<WantedIds>('PUT', '/want-to-read/order', { ids: [akira, saga] });
    expect(arranged.body.ids).toEqual([akira, second, saga]);
    expect(await listed('?pageSize=1&page=2')).toEqual(['Neo Tokyo']);
    const removed = await send<WantedIds>('POST', '/want-to-read/remove', { ids: [akira, first] });
    expect(removed.body.ids).toEqual([second, saga]);
  });

  test('is private', async () => {
    expect(await listed('', bea)).toEqual([]);
    await add([first], bea);
    expect(await listed('', bea)).toEqual(['Dawn']);
    expect(await listed()).not.toContain('Dawn');
  });

  test('leaves out what is read to the end where that is asked for', async () => {
    await send('POST', `/books/${second}/read`);
    expect(await listed('?unread=true')).toEqual(['Saga']);
    await send('POST', `/series/${saga}/read`);
    expect(await listed('?unread=true')).toEqual([]);
    expect(await listed()).toEqual(['Neo Tokyo', 'Saga']);
  });

  test('keeps the place of what is missing', async () => {
    setMissing(second, '2020-01-01T00:00:00.000Z');
    expect(await listed()).toEqual(['Saga']);
    setMissing(second, null);
    expect(await listed()).toEqual(['Neo Tokyo', 'Saga']);
  });

  test('refuses what is neither series nor book, and what is not on it', async () => {
    const nothing = crypto.randomUUID();
    const refused = await send<ErrorBody>('POST', '/want-to-read', { ids: [saga, nothing] });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ path: 'body.ids.1' }]);
    expect((await send('PUT', '/want-to-read/order', { ids: [first] })).status).toBe(400);
  });
});

describe('a smart list', () => {
  const body = {
    name: 'Starts with S',
    target: 'series',
    condition: { name: { operator: 'beginsWith', value: 's' } },
  };
  const make = (fields: object = {}, headers?: Headers) =>
    send<SmartList>('POST', '/smart-lists', { ...body, ...fields }, headers);
  const namesOf = async (id: string, headers?: Headers) =>
    (
      await send<Paginated<{ name: string }>>(
        'GET',
        `/smart-lists/${id}/series`,
        undefined,
        headers,
      )
    ).body.data.map(({ name }) => name);

  test('keeps a filter and finds what fits it now', async () => {
    const { status, location, body: made } = await make();
    expect([status, location]).toEqual([201, `/api/v1/smart-lists/${made.id}`]);
    expect(made).toMatchObject({
      condition: body.condition,
      sort: { field: 'name', direction: 'asc' },
      own: true,
      owner: 'admin',
    });
    expect(await namesOf(made.id)).toEqual(['Saga']);
    const changed = await send<SmartList>('PUT', `/smart-lists/${made.id}`, {
      name: 'Everything',
      target: 'series',
      sort: { field: 'name', direction: 'desc' },
    });
    expect(changed.body).toMatchObject({ name: 'Everything', condition: null });
    expect(await namesOf(made.id)).toEqual(['Saga', 'Akira']);
    expect((await send('DELETE', `/smart-lists/${made.id}`)).status).toBe(204);
    expect((await send('GET', `/smart-lists/${made.id}`)).status).toBe(404);
  });

  test('that was deleted is put back under its id, and takes no other', async () => {
    const { body: made } = await make({ name: 'Back' });
    expect((await make({ id: made.id }, bea)).status).toBe(409);
    await send('DELETE', `/smart-lists/${made.id}`);
    expect((await make({ id: made.id, name: 'Back' })).body.id).toBe(made.id);
  });

  test('of books finds books, by nested rules and words', async () => {
    const { body: made } = await make({
      target: 'books',
      condition: { allOf: [{ anyOf: [{ title: { operator: 'contains', value: 'tok' } }] }] },
      full_text_search: 'neo',
    });
    const { body: found } = await send<Paginated<{ title: string }>>(
      'GET',
      `/smart-lists/${made.id}/books`,
    );
    expect(found).toMatchObject({ total: 1, data: [{ title: 'Neo Tokyo' }] });
    expect((await send('GET', `/smart-lists/${made.id}/series`)).status).toBe(400);
  });

  test('is seen by others only where it is shared, and changed only by its owner', async () => {
    const { body: own } = await make({ name: 'Mine' });
    const { body: shared } = await make({ name: 'Ours', shared: true });
    const seen = await send<Paginated<SmartList>>('GET', '/smart-lists', undefined, bea);
    expect(seen.body.data.map(({ name, own: isOwn }) => [name, isOwn])).toEqual([['Ours', false]]);
    const statusOf = async (method: string, id: string, sent?: object) =>
      (await send(method, `/smart-lists/${id}`, sent, bea)).status;
    expect(await statusOf('GET', own.id)).toBe(404);
    expect(await statusOf('DELETE', own.id)).toBe(404);
    expect(await statusOf('PUT', shared.id, body)).toBe(403);
    expect(await statusOf('DELETE', shared.id)).toBe(403);
    expect(await namesOf(shared.id, bea)).toEqual(['Saga']);
    expect((await make({ name: 'Bea’s', shared: true }, bea)).status).toBe(403);
    expect((await make({ name: 'Bea’s' }, bea)).status).toBe(201);
  });

  test('refuses a field that its target does not have', async () => {
    const wrong = { condition: { title: { operator: 'is', value: 'x' } } };
    expect((await make(wrong)).status).toBe(400);
    expect((await make({ sort: { field: 'title', direction: 'asc' } })).status).toBe(400);
  });
});
