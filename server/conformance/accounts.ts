import { expect } from 'vitest';

import { basic, password } from '../testing/send-json.ts';
import { timestamp, uuid } from './formats.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

interface User {
  id: string;
  username: string;
}

interface ApiKey {
  id: string;
  name: string;
  key: string;
  key_prefix: string;
  permissions: string[];
  created_at: string;
}

/** Users and API keys. */
export const accounts: DescribeArea = (coverage, fixture) => {
  users(coverage, fixture);
  apiKeys(coverage, fixture);
  apiKeyRecords(coverage, fixture);
};

const users: DescribeArea = ({ describeRow }, fixture) => {
  const add = async (username: string) =>
    (await fixture().send<User>('POST', '/users', { username, password })).body;

  describeRow('Users: GET /users', 'lists all users, for admins only', async () => {
    await add('ada');
    const names = (await fixture().list('/users')).map(({ username }) => username);
    expect(names).toEqual(expect.arrayContaining(['ada', 'admin']));
    expect((await fixture().send('GET', '/users', undefined, basic('ada'))).status).toBe(403);
  });

  describeRow('Users: POST /users', 'creates a user who can sign in', async () => {
    const body = { username: 'ben', password, email: 'ben@example.com', role: 'maintainer' };
    const made = await fixture().send<User>('POST', '/users', body);
    expect(made).toMatchObject({
      status: 201,
      location: `/api/v1/users/${made.body.id}`,
      body: { username: 'ben', email: 'ben@example.com', role: 'maintainer' },
    });
    expect(made.body.id).toMatch(uuid);
    expect(await fixture().get('/auth/me', basic('ben'))).toMatchObject({ id: made.body.id });
  });

  describeRow('Users: GET /users/{id}', 'the user of that id', async () => {
    const { id } = await add('cleo');
    expect(await fixture().get(`/users/${id}`)).toMatchObject({ id, username: 'cleo' });
  });

  describeRow(
    'Users: PUT /users/{id}',
    'changes the given fields and keeps the others',
    async () => {
      const { id } = await add('dora');
      const changed = await fixture().send('PUT', `/users/${id}`, { role: 'maintainer' });
      expect(changed).toMatchObject({
        status: 200,
        body: { username: 'dora', role: 'maintainer' },
      });
      expect(await fixture().get(`/users/${id}`)).toMatchObject({ role: 'maintainer' });
    },
  );

  describeRow(
    'Users: DELETE /users/{id}',
    'removes the user, who can no longer sign in',
    async () => {
      const { id } = await add('emil');
      expect((await fixture().send('DELETE', `/users/${id}`)).status).toBe(204);
      expect((await fixture().send('GET', `/users/${id}`)).status).toBe(404);
      expect((await fixture().send('GET', '/auth/me', undefined, basic('emil'))).status).toBe(401);
    },
  );
};

const apiKeys: DescribeArea = ({ describeRow }, fixture) => {
  const make = async (name: string) =>
    (await fixture().send<ApiKey>('POST', '/api-keys', { name })).body;

  describeRow('API keys: GET /api-keys', 'lists only the caller’s keys', async () => {
    await fixture().send('POST', '/users', { username: 'olga', password });
    await fixture().send('POST', '/api-keys', { name: 'of olga' }, basic('olga'));
    await make('mine');
    const names = (await fixture().list('/api-keys')).map(({ name }) => name);
    expect(names).toContain('mine');
    expect(names).not.toContain('of olga');
  });

  describeRow('API keys: POST /api-keys', 'creates a key, for signed-in users', async () => {
    const made = await fixture().send<ApiKey>('POST', '/api-keys', { name: 'phone' });
    expect([made.status, made.location]).toEqual([201, `/api/v1/api-keys/${made.body.id}`]);
    expect((await fixture().send('POST', '/api-keys', { name: 'phone' }, {})).status).toBe(401);
  });

  describeRow('API keys: GET /api-keys/{id}', 'the key of that id', async () => {
    const { id } = await make('tablet');
    expect(await fixture().get(`/api-keys/${id}`)).toMatchObject({ id, name: 'tablet' });
  });

  describeRow('API keys: PUT /api-keys/{id}', 'changes name and permissions', async () => {
    const { id, key } = await make('before');
    const changes = { name: 'after', permissions: ['books-read'] };
    expect(await fixture().send('PUT', `/api-keys/${id}`, changes)).toMatchObject({
      status: 200,
      body: changes,
    });
    const headers = { 'x-api-key': key };
    expect(await fixture().get('/auth/me', headers)).toMatchObject({ permissions: ['books-read'] });
  });

  describeRow('API keys: DELETE /api-keys/{id}', 'revokes the key at once', async () => {
    const { id, key } = await make('lost');
    const headers = { 'x-api-key': key };
    await fixture().get('/auth/me', headers);
    expect((await fixture().send('DELETE', `/api-keys/${id}`)).status).toBe(204);
    expect((await fixture().send('GET', '/auth/me', undefined, headers)).status).toBe(401);
    expect((await fixture().send('GET', `/api-keys/${id}`)).status).toBe(404);
  });
};

const apiKeyRecords: DescribeArea = ({ describeRow }, fixture) => {
  const make = (body: Json) => fixture().send<ApiKey>('POST', '/api-keys', body);
  const made = async () =>
    (await make({ name: 'e-reader', permissions: ['books-read', 'pages-read'] })).body;

  describeRow('API key, create request: name', 'required text, stored with the key', async () => {
    const { id, name } = (await make({ name: 'kitchen' })).body;
    expect(name).toBe('kitchen');
    expect(await fixture().get(`/api-keys/${id}`)).toMatchObject({ name: 'kitchen' });
    expect((await make({})).status).toBe(400);
    expect((await make({ name: 7 })).status).toBe(400);
  });

  describeRow(
    'API key, create request: permissions',
    'a list of known names, which limit the key',
    async () => {
      const { key } = (await make({ name: 'narrow', permissions: ['books-read'] })).body;
      const headers = { 'x-api-key': key };
      await fixture().get('/books', headers);
      expect((await fixture().send('GET', '/series', undefined, headers)).status).toBe(403);
      expect((await make({ name: 'wrong', permissions: ['books-burn'] })).status).toBe(400);
      expect((await make({ name: 'wrong', permissions: 'books-read' })).status).toBe(400);
    },
  );

  describeRow('API key, create response: id', 'a UUID', async () => {
    expect((await made()).id).toMatch(uuid);
  });

  describeRow('API key, create response: name', 'the given name', async () => {
    expect((await made()).name).toBe('e-reader');
  });

  describeRow(
    'API key, create response: key',
    '`octavo_<key_prefix>_<secret>`, only in this response: neither the key nor the list shows it again',
    async () => {
      const { id, key, key_prefix } = await made();
      expect(key).toMatch(new RegExp(`^octavo_${key_prefix}_[A-Za-z0-9-]{16,}$`));
      await fixture().get('/books', { 'x-api-key': key });
      expect(await fixture().get(`/api-keys/${id}`)).not.toHaveProperty('key');
      const changed = await fixture().send('PUT', `/api-keys/${id}`, { name: 'e-reader 2' });
      const secret = key.slice(`octavo_${key_prefix}_`.length);
      for (const shown of [changed, await fixture().get('/api-keys?pageSize=500')]) {
        expect(JSON.stringify(shown)).toContain(key_prefix);
        expect(JSON.stringify(shown)).not.toContain(secret);
      }
    },
  );

  describeRow(
    'API key, create response: key_prefix',
    'the middle part of the key, which identifies it later',
    async () => {
      const { id, key, key_prefix } = await made();
      expect(key.split('_')[1]).toBe(key_prefix);
      expect(await fixture().get(`/api-keys/${id}`)).toMatchObject({ key_prefix });
    },
  );

  describeRow('API key, create response: permissions', 'the given names', async () => {
    expect((await made()).permissions).toEqual(['books-read', 'pages-read']);
  });

  describeRow('API key, create response: created_at', 'an ISO 8601 timestamp', async () => {
    const before = new Date().toISOString();
    const { created_at } = await made();
    expect(created_at).toMatch(timestamp);
    expect(created_at >= before).toBe(true);
  });
};
