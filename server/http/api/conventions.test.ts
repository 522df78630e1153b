import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { endpoints } from '../../../shared/api/index.ts';
import { listUsers } from '../../../shared/api/users.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const errorOf = async (response: Response) => (await response.json()) as ErrorBody;
const json = { 'content-type': 'application/json' };

describe('errors', () => {
  test.each([
    ['an unknown route', 'GET', '/nothing-here', 404, 'NotFound'],
    ['a malformed id in the path', 'GET', '/series/not-a-uuid', 404, 'NotFound'],
    ['a percent sign that encodes nothing', 'GET', '/series/%zz', 404, 'NotFound'],
    ['a malformed id in the query', 'GET', '/series?library_id=x', 400, 'BadRequest'],
    ['page 0', 'GET', '/books?page=0', 400, 'BadRequest'],
    ['a page that is no number', 'GET', '/books?page=two', 400, 'BadRequest'],
    ['a page beyond all numbers', 'GET', '/books?page=1e300', 400, 'BadRequest'],
    ['a page that is a number in other words', 'GET', '/books?page=1e3', 400, 'BadRequest'],
    ['a page in hexadecimal', 'GET', '/books?page=0x10', 400, 'BadRequest'],
    ['a page size behind a space', 'GET', '/books?pageSize=%205', 400, 'BadRequest'],
    ['pageSize 0', 'GET', '/books?pageSize=0', 400, 'BadRequest'],
    ['an unknown sort field', 'GET', '/books?sort=colour', 400, 'BadRequest'],
    ['an unknown direction', 'GET', '/books?sort=title,up', 400, 'BadRequest'],
    ['two sort fields', 'GET', '/books?sort=title&sort=number', 400, 'BadRequest'],
  ])('answers %s with its status', async (_, method, path, status, error) => {
    const response = await octavo.request(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const body = await errorOf(response);
    expect(body).toMatchObject({ error });
    expect(Object.keys(body)).toEqual(['error', 'message', 'details']);
  });

  test.each([
    ['/books/nonsense', 'Book nonsense was not found'],
    ['/books/nonsense/pages', 'Book nonsense was not found'],
    ['/series/nonsense', 'Series nonsense was not found'],
    ['/libraries/nonsense', 'Library nonsense was not found'],
    ['/collections/nonsense', 'Collection nonsense was not found'],
    ['/read-lists/nonsense', 'Reading list nonsense was not found'],
    ['/smart-lists/nonsense', 'Smart list nonsense was not found'],
    ['/scans/reports/nonsense', 'Scan report nonsense was not found'],
  ])('answers %s, whose id is not a UUID, like an unknown one', async (path, message) => {
    const malformed = await octavo.request(path);
    expect([malformed.status, await errorOf(malformed)]).toEqual([
      404,
      { error: 'NotFound', message, details: null },
    ]);
    const id = crypto.randomUUID();
    const unknown = await octavo.request(path.replace('nonsense', id));
    expect((await errorOf(unknown)).message).toBe(message.replace('nonsense', id));
  });

  it('knows an id in capitals, as clients in Swift send it', async () => {
    const { data } = await octavo.api.call(listUsers);
    const { id } = data[0] ?? { id: '' };
    const response = await octavo.request(`/users/${id.toUpperCase()}`);
    expect(await response.json()).toMatchObject({ id });
  });

  it('answers a method that a path does not have with 405 and Allow', async () => {
    const response = await octavo.request('/series', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect((await errorOf(response)).error).toBe('MethodNotAllowed');
  });

  it('names every field that does not fit', async () => {
    const response = await octavo.request('/libraries', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: 7, watch: 'yes' }),
    });
    expect(response.status).toBe(400);
    const { details } = await errorOf(response);
    expect(details).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'body.name' }),
        { path: 'body.path', message: 'This is missing' },
        expect.objectContaining({ path: 'body.watch' }),
      ]),
    );
  });

  test.each([
    [
      'a time with the offset of a zone',
      'PUT',
      `/books/${crypto.randomUUID()}/progress`,
      { current_page: 1, updated_at: '2026-01-15T10:30:00+02:00' },
      'body.updated_at',
      'Use a time in UTC such as 2026-01-15T10:30:00.000Z',
    ],
    [
      'a missing value of a setting',
      'PUT',
      '/admin/settings/auth.token_ttl_seconds',
      {},
      'body.value',
      'Expected a text, a number, true or false',
    ],
    [
      'a page with decimals',
      'POST',
      '/books/list?page=1.5',
      {},
      'query.page',
      'Expected a whole number',
    ],
  ])('says what it expects instead of %s', async (_, method, path, sent, field, message) => {
    const body = JSON.stringify(sent);
    const response = await octavo.request(path, { method, headers: json, body });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toEqual([{ path: field, message }]);
  });

  it('refuses a body of another type, a broken one and a large one', async () => {
    const send = (headers: Record<string, string>, body: string) =>
      octavo.request('/libraries', { method: 'POST', headers, body });
    expect((await send({ 'content-type': 'text/plain' }, '{}')).status).toBe(415);
    expect(
      (await send({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=1')).status,
    ).toBe(415);
    expect((await send(json, '{"name":')).status).toBe(400);
    expect((await send(json, JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))).status).toBe(413);
    const deep = '['.repeat(40_000) + ']'.repeat(40_000);
    expect((await send(json, deep)).status).toBe(400);
  });

  it('refuses a host name that is not ours, as a rebound page would send', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `${octavo.url}/api/v1/health`,
        { headers: { host: 'library.attacker.example' }, setHost: false },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });
});

describe('lists', () => {
  it('come in the envelope, with links that keep the other parameters', async () => {
    const response = await octavo.request('/books?page_size=2&sort=title&order=desc');
    expect(await response.json()).toEqual({
      data: [],
      page: 1,
      pageSize: 2,
      total: 0,
      totalPages: 0,
      links: {
        self: '/api/v1/books?sort=title&order=desc&page=1&pageSize=2',
        first: '/api/v1/books?sort=title&order=desc&page=1&pageSize=2',
        last: '/api/v1/books?sort=title&order=desc&page=1&pageSize=2',
        prev: null,
        next: null,
      },
    });
  });

  it('accept page_size on each GET list', () => {
    const lists = endpoints.filter(({ method, list }) => method === 'GET' && list !== undefined);
    const ignoring = lists.filter(
      ({ query }) => query?.safeParse({ page_size: 'none' }).success !== false,
    );
    expect(lists.length).toBeGreaterThan(50);
    expect(ignoring.map(({ id }) => id)).toEqual([]);
  });

  it('serve too large a page size as 500', async () => {
    const response = await octavo.request('/series?pageSize=100000');
    expect(await response.json()).toMatchObject({ pageSize: 500 });
  });
});

describe('headers', () => {
  it('allow nothing but our own scripts and no framing', async () => {
    const { headers } = await octavo.request('/health');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    // Both would break plain HTTP on the LAN.
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });

  it('answer HEAD like GET, without a body', async () => {
    const response = await octavo.request('/health', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});
