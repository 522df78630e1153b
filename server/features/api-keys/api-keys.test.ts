import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { type ApiKey, type CreatedApiKey, maxApiKeys } from '../../../shared/api/api-keys.ts';
import type { CurrentUser } from '../../../shared/api/auth.ts';
import type { User } from '../../../shared/api/users.ts';
import type { Paginated } from '../../../shared/endpoint.ts';
import { readingPermissions, rolePermissions } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const send = createSendJson(() => octavo);
const create = async (fields: object, headers?: Headers) =>
  (await send<CreatedApiKey>('POST', '/api-keys', fields, headers)).body;
const me = (headers: Headers) => send<CurrentUser>('GET', '/auth/me', undefined, headers);
const withDatabase = <T>(work: (database: ReturnType<typeof connect>) => T): T => {
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};

describe('a new key', () => {
  it('is shown once, works in both headers and is stored as digests only', async () => {
    const { status, location, body } = await send<CreatedApiKey>('POST', '/api-keys', {
      name: 'phone',
      permissions: ['books:read', 'series-read', 'books-read'],
    });
    expect(status).toBe(201);
    expect(location).toBe(`/api/v1/api-keys/${body.id}`);
    const { key, ...record } = body;
    expect(key).toMatch(new RegExp(`^octavo_${record.key_prefix}_[0-9a-f]{64}$`));
    expect(record).toEqual({
      id: record.id,
      name: 'phone',
      key_prefix: record.key_prefix,
      permissions: ['books-read', 'series-read'],
      created_at: record.created_at,
      last_used_at: null,
      expires_at: null,
      apps_can_change: false,
    });
    expect((await send('GET', `/api-keys/${record.id}`)).body).toEqual(record);
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
      const { body: caller } = await me(headers);
      expect(caller).toMatchObject({
        username: 'admin',
        auth_method: 'api_key',
        permissions: ['books-read', 'series-read'],
      });
    }
    const row = withDatabase((database) =>
      database.prepare<[string], object>('SELECT * FROM api_keys WHERE id = ?').get(record.id),
    );
    expect(JSON.stringify(row)).not.toContain(key.slice(-64));
    expect(row).toMatchObject({
      key_hash: createHash('sha256').update(key).digest('hex'),
      key_md5: createHash('md5').update(key).digest('hex'),
    });
  });

  it('without permissions named can read and nothing else', async () => {
    await send('POST', '/users', { username: 'mina', password });
    const { permissions } = await create({ name: 'all' }, basic('mina'));
    expect(permissions).toEqual([...readingPermissions].sort());
    expect(rolePermissions.reader).toEqual(expect.arrayContaining(permissions));
  });

  test.each([
    [{ name: 'x', permissions: ['users-read'] }, 403],
    [{ name: 'x', permissions: ['fly'] }, 400],
    [{ name: 'x', permissions: 'books-read' }, 400],
    [{ name: ' ' }, 400],
    [{}, 400],
    [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 400],
    [{ name: 'x', expires_at: 'tomorrow' }, 400],
  ])('of a reader: %j is refused with %i', async (fields, status) => {
    expect((await send('POST', '/api-keys', fields, basic('mina'))).status).toBe(status);
  });

  it('made with a key has no more than that key', async () => {
    const maker = await create({ name: 'maker', permissions: ['api-keys-write', 'books-read'] });
    const headers = { 'x-api-key': maker.key };
    expect((await create({ name: 'child' }, headers)).permissions).toEqual(['books-read']);
    const more = { name: 'x', permissions: ['series-read'] };
    expect((await send('POST', '/api-keys', more, headers)).status).toBe(403);
    const raise = { permissions: [...maker.permissions, 'system-admin'] };
    expect((await send('PUT', `/api-keys/${maker.id}`, raise, headers)).status).toBe(403);
  });
});

describe('one’s own keys', () => {
  it('are listed, renamed and revoked by their user alone', async () => {
    await send('POST', '/users', { username: 'lucy', password });
    const lucy = basic('lucy');
    for (const name of ['Key 10', 'Key 2']) await create({ name }, lucy);
    const { body } = await send<Paginated<ApiKey>>('GET', '/api-keys?sort=name', undefined, lucy);
    expect(body.data.map(({ name }) => name)).toEqual(['Key 2', 'Key 10']);
    expect(body.total).toBe(2);
    const path = `/api-keys/${body.data[0]?.id ?? ''}`;
    for (const [method, sent] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
      expect((await send(method, path, sent)).status).toBe(404);
    }
    const renamed = await send<ApiKey>('PUT', path, { name: 'Key 1' }, lucy);
    expect(renamed.body).toEqual({ ...body.data[0], name: 'Key 1' });
    expect((await send('PUT', path, renamed.body, lucy)).body).toEqual(renamed.body);
    expect((await send('DELETE', path, undefined, lucy)).status).toBe(204);
    expect((await send('GET', path, undefined, lucy)).status).toBe(404);
  });
});

describe('a key at each request', () => {
  it('has what its user and it have in common at that moment', async () => {
    const user = await send<User>('POST', '/users', {
      username: 'quincey',
      password,
      role: 'maintainer',
    });
    const { key } = await create(
      { name: 'k', permissions: ['tasks-read', 'books-read'] },
      basic('quincey'),
    );
    const permissions = async () => (await me({ 'x-api-key': key })).body.permissions;
    expect(await permissions()).toEqual(['books-read', 'tasks-read']);
    await send('PUT', `/users/${user.body.id}`, { role: 'reader' });
    expect(await permissions()).toEqual(['books-read']);
    await send('PUT', `/users/${user.body.id}`, { is_active: false });
    expect((await me({ 'x-api-key': key })).status).toBe(401);
  });

  it('is refused when wrong, revoked or expired, and its streams end', async () => {
    const { id, key } = await create({ name: 'k', expires_at: '2999-01-01T00:00:00Z' });
    const headers = { 'x-api-key': key };
    expect((await me(headers)).status).toBe(200);
    const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    expect((await me({ 'x-api-key': wrong })).status).toBe(401);
    expect((await me({ 'x-api-key': '' })).status).toBe(401);

    const stream = await checkedFetch(`${octavo.url}/api/v1/events/stream`, { headers });
    const whole = stream.text();
    expect(
      (await send('PUT', `/api-keys/${id}`, { expires_at: '2020-01-01T00:00:00Z' })).status,
    ).toBe(200);
    expect(await whole).toBe(': connected\n\n');
    expect((await me(headers)).status).toBe(401);
    await send('PUT', `/api-keys/${id}`, { expires_at: null });
    expect((await me(headers)).status).toBe(200);
    expect((await send('DELETE', `/api-keys/${id}`)).status).toBe(204);
    expect((await me(headers)).status).toBe(401);
  });

  it('is remembered as used, once a minute', async () => {
    const { id, key } = await create({ name: 'k' });
    const lastUsed = async () => (await send<ApiKey>('GET', `/api-keys/${id}`)).body.last_used_at;
    await me({ 'x-api-key': key });
    const first = await lastUsed();
    expect(first).not.toBeNull();
    await me({ 'x-api-key': key });
    expect(await lastUsed()).toBe(first);
    const earlier = new Date(Date.now() - 61_000).toISOString();
    withDatabase((database) =>
      database.prepare('UPDATE api_keys SET last_used_at = ? WHERE id = ?').run(earlier, id),
    );
    await me({ 'x-api-key': key });
    expect((await lastUsed()) ?? '').toMatch(/Z$/);
    expect(await lastUsed()).not.toBe(earlier);
  });

  it('cannot change the password of its user', async () => {
    const { key } = await create({ name: 'k' });
    const change = { current_password: 'correct horse', password: 'another password' };
    expect((await send('PUT', '/auth/me', change, { 'x-api-key': key })).status).toBe(403);
  });
});

test('a person can have so many keys, whoever creates them, and others are not concerned', async () => {
  const { key } = await create({ name: 'script', permissions: ['api-keys-write'] });
  withDatabase((database) =>
    database
      .prepare(
        `INSERT INTO api_keys (id, user_pk, name, name_key, key_prefix, key_hash, key_md5, permissions,
           apps_can_change, created_at, updated_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT 'id' || i, user_pk, name, name_key, 'prefix' || i, 'hash' || i, 'md5' || i, '[]', 0, created_at,
           updated_at
         FROM n, (SELECT * FROM api_keys WHERE name = 'script')`,
      )
      .run(maxApiKeys),
  );
  for (const headers of [undefined, { 'x-api-key': key }]) {
    const { status, body } = await send('POST', '/api-keys', { name: 'more' }, headers);
    expect([status, body]).toEqual([
      409,
      {
        error: 'Conflict',
        message: `A person can have at most ${maxApiKeys} API keys and devices. Delete one that is no longer used.`,
        details: null,
      },
    ]);
  }
  const kobo = await send('POST', '/kobos', { name: 'Kobo', permissions: ['books-read'] });
  expect(kobo.status).toBe(409);
  withDatabase((database) => database.exec("DELETE FROM api_keys WHERE key_prefix LIKE 'prefix%'"));
  expect((await send('POST', '/api-keys', { name: 'more' })).status).toBe(201);
});
