import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { endpoints } from '../../shared/api/index.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { rolePermissions, roles, type Role } from '../../shared/permissions.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { addUser } from '../testing/users.ts';

let octavo: TestServer;
const headersOf = {} as Record<Role, Record<string, string>>;
beforeAll(async () => {
  octavo = await startTestServer();
  for (const role of roles) {
    headersOf[role] = await addUser(octavo.dataDir, { username: `the-${role}`, role });
  }
});
afterAll(() => octavo.stop());

/** Calls an endpoint with parameters that name nothing; gives the status, streams are left at once. */
const call = async (endpoint: Endpoint, headers: Record<string, string>): Promise<number> => {
  const path = endpoint.path
    .replace('{page_number}', '1')
    .replace(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000000');
  const abort = new AbortController();
  const response = await fetch(`${octavo.url}/api/v1${path}`, {
    method: endpoint.method,
    headers: { ...headers, ...(endpoint.body ? { 'content-type': 'application/json' } : {}) },
    ...(endpoint.body ? { body: '{}' } : {}),
    signal: abort.signal,
  });
  abort.abort();
  return response.status;
};

const guarded = endpoints.filter(({ access }) => access !== 'public');
const table = guarded.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('every guarded endpoint', () => {
  test.each(table)('%s is 401 without credentials and with bad ones', async (_, endpoint) => {
    expect(await call(endpoint, {})).toBe(401);
    expect(await call(endpoint, { authorization: 'Bearer nonsense' })).toBe(401);
    expect(await call(endpoint, { 'x-api-key': 'octavo_unknown_key' })).toBe(401);
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
});
