import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CreatedApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import { endpoints } from '../../../shared/api/index.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { permissions, rolePermissions, roles, type Role } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
const headersOf = {} as Record<Role, Headers>;
/** API keys of the admin with one permission each. */
const keyFor = new Map<string, Headers>();
/** Invalid credentials, by defect. */
const refused: Record<string, Headers> = {
  none: {},
  'bad token': { authorization: 'Bearer nonsense' },
  'bad key': { 'x-api-key': 'octavo_unknown_key' },
};
beforeAll(async () => {
  octavo = await startTestServer();
  for (const role of roles) {
    headersOf[role] = await addUser(octavo.dataDir, { username: `the-${role}`, role });
  }
  for (const permission of permissions) {
    keyFor.set(permission, { 'x-api-key': (await makeKey([permission])).key });
  }

  const token = async (): Promise<Headers> => {
    const { body } = await send<LoginResponse>('POST', '/auth/login', admin);
    return { authorization: `Bearer ${body.access_token}` };
  };
  refused['expired token'] = await token();
  const expired = await makeKey();
  refused['expired key'] = { 'x-api-key': expired.key };
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const past = '2020-01-01T00:00:00.000Z';
  database
    .prepare('UPDATE sessions SET expires_at = ? WHERE pk = (SELECT max(pk) FROM sessions)')
    .run(past);
  database.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?').run(past, expired.id);
  database.close();
  refused['revoked token'] = await token();
  await send('POST', '/auth/logout', undefined, refused['revoked token']);
  const revoked = await makeKey();
  refused['revoked key'] = { 'x-api-key': revoked.key };
  await send('DELETE', `/api-keys/${revoked.id}`);
});
afterAll(() => octavo.stop());

const makeKey = async (only?: string[]) =>
  (await send<CreatedApiKey>('POST', '/api-keys', { name: 'a key', permissions: only })).body;

/** Calls an endpoint with nonexistent ids; returns the status, and closes streams at once. */
const call = async (endpoint: Endpoint, headers: Headers): Promise<number> => {
  const path = endpoint.path
    .replace('{page_number}', '1')
    .replace(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000000');
  const abort = new AbortController();
  const response = await checkedFetch(`${octavo.url}/api/v1${path}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(endpoint.body ? { 'content-type': endpoint.bodyType ?? 'application/json' } : {}),
    },
    ...(endpoint.body ? { body: '{}' } : {}),
    signal: abort.signal,
  });
  // Only an abort closes a stream, and a connection that is kept serves the thousands of other calls.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) abort.abort();
  else await response.arrayBuffer();
  return response.status;
};

const guarded = endpoints.filter(({ access }) => access !== 'public');
const table = guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('every guarded endpoint', () => {
  test.each(table)('%s is 401 without valid credentials', async (_, endpoint) => {
    for (const [what, headers] of Object.entries(refused)) {
      expect([what, await call(endpoint, headers)]).toEqual([what, 401]);
    }
  });

  test.each(table)(
    '%s lets in exactly the roles that hold its permissions',
    async (_, endpoint) => {
      const needs: readonly string[] = typeof endpoint.access === 'string' ? [] : endpoint.access;
      for (const role of roles) {
        const allowed = needs.every((name) => (rolePermissions[role] as string[]).includes(name));
        const status = await call(endpoint, headersOf[role]);
        if (allowed) expect([200, 204, 400, 404]).toContain(status);
        else expect(status).toBe(403);
      }
    },
  );

  test.each(table)(
    '%s lets in exactly the keys whose one permission it needs',
    async (_, endpoint) => {
      const needs: readonly string[] = typeof endpoint.access === 'string' ? [] : endpoint.access;
      const letIn: string[] = [];
      for (const [permission, headers] of keyFor) {
        const status = await call(endpoint, headers);
        expect(status).not.toBe(401);
        if (status !== 403) letIn.push(permission);
      }
      expect(letIn).toEqual(permissions.filter((name) => needs.every((needed) => needed === name)));
    },
  );
});
