import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import type { ErrorBody } from '../../../shared/errors.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let server: TestServer;
let libraryId: string;

beforeAll(async () => {
  server = await startTestServer();
  const database = connect(join(server.dataDir, 'octavo.db'));
  const library = seedLibrary(database);
  libraryId = library.id;
  for (const name of ['Batman', 'Saga', 'Bone']) {
    const series = seedSeries(database, library, { name, genres: '["Action"]' });
    for (const number of [1, 2]) seedBook(database, series, { number, title: `${name} ${number}` });
  }
  database.close();
});
afterAll(() => server.stop());

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await server.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const named = (body: Record<string, unknown>, field = 'name') =>
  (body.data as Record<string, string>[]).map((record) => record[field]);

describe('filtering over HTTP', () => {
  it('takes pages and order from the query and answers with an envelope that keeps them', async () => {
    const condition = { allOf: [{ genre: { operator: 'is', value: 'ACTION' } }] };
    const { status, body } = await post('/series/list?page=2&pageSize=2&sort=name,desc', {
      condition,
    });
    expect(status).toBe(200);
    expect(named(body)).toEqual(['Batman']);
    expect(body).toMatchObject({ page: 2, pageSize: 2, total: 3, totalPages: 2 });
    expect((body.links as { prev: string }).prev).toContain('sort=name');
  });

  it('knows the older form of the page size on GET only', async () => {
    const { body } = await post('/series/list?page_size=1', {});
    expect([body.pageSize, named(body).length]).toEqual([50, 3]);
  });

  it('returns the ids of all results, in the order of the list', async () => {
    for (const [list, sort] of [
      ['series', 'name,desc'],
      ['books', 'title,asc'],
    ]) {
      const condition = { genre: { operator: 'isNot', value: 'Drama' } };
      const records = await post(`/${list}/list?sort=${sort}`, { condition });
      const { body } = await post(`/${list}/ids?sort=${sort}&pageSize=20000`, { condition });
      expect(body.data).toEqual(named(records.body, 'id'));
      expect(body.total).toBe(records.body.total);
    }
    const { body } = await post('/series/ids?sort=name&pageSize=1&page=2', {});
    expect([body.total, (body.data as string[]).length, body.totalPages]).toEqual([3, 1, 3]);
  });

  it('counts the letters that names begin with, under a filter and a search', async () => {
    const all = await post('/series/letters', {});
    expect(all.body).toEqual({
      letters: [
        { letter: 'b', count: 2 },
        { letter: 's', count: 1 },
      ],
    });
    const condition = { name: { operator: 'contains', value: 'a' } };
    expect((await post('/series/letters', { condition })).body).toEqual({
      letters: [
        { letter: 'b', count: 1 },
        { letter: 's', count: 1 },
      ],
    });
    const titled = { title: { operator: 'contains', value: 'a' } };
    for (const body of [
      { fullTextSearch: 'saga' },
      { condition: titled, fullTextSearch: 'saga' },
    ]) {
      expect((await post('/books/letters', body)).body).toEqual({
        letters: [{ letter: 's', count: 2 }],
      });
    }
    expect((await post('/books/letters', { fullTextSearch: 'nowhere' })).body).toEqual({
      letters: [],
    });
  });

  it('reveals neither ids nor letters by what was read without progress-read', async () => {
    const key = await server.request('/api-keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'frame', permissions: ['series-read', 'books-read'] }),
    });
    const { key: secret } = (await key.json()) as { key: string };
    const condition = { readStatus: { operator: 'is', value: 'read' } };
    for (const path of ['/series/ids', '/series/letters', '/books/ids', '/books/letters']) {
      const { status } = await post(path, { condition }, { authorization: `Bearer ${secret}` });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it('returns the records of the unfiltered lists', async () => {
    for (const [path, sort] of [
      ['/series', 'name,desc'],
      ['/books', 'title,desc'],
    ] as const) {
      const plain = (await (await server.request(`${path}?sort=${sort}`)).json()) as object;
      const { body } = await post(`${path}/list?sort=${sort}`, {});
      expect(body.data).toEqual((plain as { data: unknown }).data);
      expect(body.total).toBe((plain as { total: number }).total);
    }
  });

  it('combines a filter and a search', async () => {
    const { body } = await post('/books/list', {
      fullTextSearch: 'ba',
      condition: { title: { operator: 'contains', value: '2' } },
    });
    expect(named(body, 'title')).toEqual(['Batman 2']);
  });

  it('searches series, all or those of a library', async () => {
    expect(named((await post('/series/search', { query: 'batmn' })).body)).toEqual(['Batman']);
    const here = await post('/series/search', { query: 'bo', library_id: libraryId });
    expect(named(here.body)).toEqual(['Bone']);
    const elsewhere = { query: 'bo', library_id: '0190a6f0-0000-7000-8000-000000000000' };
    expect((await post('/series/search', elsewhere)).body.total).toBe(0);
  });

  it('depends on the progress of the caller', async () => {
    const { authorization } = await addUser(server.dataDir, { username: 'eve', role: 'reader' });
    const unread = { condition: { readStatus: { operator: 'is', value: 'unread' } } };
    const [book] = (await post('/books/list?sort=title', unread)).body.data as [{ id: string }];
    await server.request(`/books/${book.id}/read`, { method: 'POST' });
    const totals = await Promise.all(
      ['/series/list', '/books/list'].flatMap((path) => [
        post(path, unread),
        post(path, unread, { authorization }),
      ]),
    );
    expect(totals.map(({ body }) => body.total)).toEqual([2, 3, 5, 6]);
  });
});

const tooDeep = `${'{"allOf":['.repeat(50_000)}${']}'.repeat(50_000)}`;
const leaf = { name: { operator: 'is', value: 'x' } };

test.each<[string, string, unknown, number, string?]>([
  ['an empty query', '/series/search', { query: '' }, 400, 'body.query'],
  ['a blank query', '/series/search', { query: ' \n' }, 400, 'body.query'],
  ['no query', '/series/search', {}, 400, 'body.query'],
  ['a query of 40 kB', '/series/search', { query: 'a'.repeat(40_000) }, 400, 'body.query'],
  ['a search of 40 kB', '/books/list', { fullTextSearch: '(' + '"'.repeat(40_000) }, 400],
  ['50,000 levels', '/series/list', `{"condition":${tooDeep}}`, 400],
  ['501 comparisons', '/books/list', { condition: { anyOf: Array(501).fill(leaf) } }, 400],
  [
    'an unknown field',
    '/books/list',
    { condition: { allOf: [{ imprint: { operator: 'is', value: 'x' } }] } },
    400,
    'body.condition.allOf.0.imprint',
  ],
  ['an unknown sort field', '/series/list?sort=title', {}, 400, 'query.sort'],
  ['a list', '/series/list', [], 400],
  [
    'a value of 40 kB',
    '/series/list',
    { condition: { name: { operator: 'contains', value: "'%".repeat(20_000) } } },
    400,
    'body.condition.name.value',
  ],
])('%s', async (_, path, input, status, place) => {
  const answer = await post(path, input);
  expect(answer.status).toBe(status);
  if (place !== undefined) {
    const { details } = answer.body as unknown as ErrorBody;
    expect((details as { path: string }[]).map((problem) => problem.path)).toEqual([place]);
  }
});

test('no body at all gets anything but an answer that its schema allows', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'", '"', '%', 'a OR b', '(', '\0', '\ud800', '*', '🦇'),
  );
  const condition = fc.oneof(
    fc.jsonValue(),
    fc
      .tuple(
        fc.constantFrom(
          'name',
          'title',
          'genre',
          'libraryId',
          'readStatus',
          'hasError',
          'toString',
        ),
        fc.constantFrom('is', 'isNot', 'isNull', 'contains', 'beginsWith', 'like'),
        text,
      )
      .map(([field, operator, value]) => ({ [field]: { operator, value } })),
  );
  const body = fc.record(
    {
      condition: fc.oneof(
        condition,
        fc.array(condition).map((anyOf) => ({ anyOf })),
      ),
      fullTextSearch: text,
      query: text,
    },
    { requiredKeys: [] },
  );
  const path = fc.constantFrom('/series/list', '/books/list', '/series/search');
  await fc.assert(
    fc.asyncProperty(path, body, async (url, input) => {
      expect([200, 400]).toContain((await post(url, input)).status);
    }),
    { numRuns: 150 },
  );
});
