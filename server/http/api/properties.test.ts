import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { endpoints } from '../../../shared/api/index.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { permissions } from '../../../shared/permissions.ts';
import { connect } from '../../database/database.ts';
import { requestTo } from '../../testing/arbitrary-request.ts';
import { seedEveryKind } from '../../testing/every-kind.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let root: string;
let dataDir: string;
/** Filled in once the library exists. */
const known: Record<string, unknown[]> = {
  page: [1, 2, 1000],
  pageSize: [1, 50, 500, 501],
  page_number: [1, 2, 3, 0],
  permissions: [...permissions, 'books:read'],
  cron_schedule: ['0 3 * * *', '* * 31 2 *', '99 * * * *'],
  externalReleaseId: ['feed:1', 'feed:99999999999999999999'],
  excluded_patterns: ['*.tmp', '**/*a'.repeat(40)],
  source_tag: ['feed', 'a.b-c'],
  key: ['theme', 'client.a', 'server.name', 'smtp.port', 'auth.token_ttl_seconds'],
  operator: ['is', 'isNot', 'contains', 'beginsWith', 'isNull'],
};

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-properties-'));
  dataDir = join(root, 'data');
  octavo = await startTestServer({ dataDir, configuredDataDir: dataDir });
  Object.assign(known, await seedEveryKind(octavo, root));
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Reads first, then writes; deletes last, the library at the very end. */
const rank = ({ method, path }: Endpoint): number => {
  if (method === 'GET') return 0;
  if (method === 'DELETE') return path.startsWith('/libraries') ? 4 : 3;
  return /^.(admin|users)/.test(path) ? 2 : 1;
};
/** Deletes parts of a record before the record. */
const deletedFirst = ({ method, path }: Endpoint): number =>
  method === 'DELETE' ? -path.split('/').length : 0;
const tried = endpoints
  // Signing out would end the session of this test; it has no input.
  .filter(({ id }) => id !== 'logout')
  .sort((a, b) => rank(a) - rank(b) || deletedFirst(a) - deletedFirst(b))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

// Otherwise the result depends on how far the tasks of the endpoint before are.
beforeEach(() => octavo.idle());

const problems = expect.arrayContaining([
  expect.objectContaining({
    path: expect.any(String) as string,
    message: expect.any(String) as string,
  }),
]) as unknown;
/** Endpoints that returned a success at least once. */
const open = new Set<string>();

/** Restoring checks a backup 60 times. */
const timeoutMs = 90_000;
test.each(tried)(
  '%s answers everything as documented',
  { timeout: timeoutMs },
  async (name, endpoint) => {
    const property = fc.asyncProperty(
      requestTo(endpoint, known),
      async ({ path, headers, body }) => {
        // The fetch function validates the response, including errors.
        const response = await octavo.request(path, {
          method: endpoint.method,
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(10_000),
        });
        expect(response.status).not.toBe(500);
        if (endpoint.access !== 'public') expect(response.status).not.toBe(401);
        if (response.ok || response.redirected) open.add(name);
        if (response.status === 400) {
          expect(((await response.json()) as ErrorBody).details).toEqual(problems);
        } else {
          await response.body?.cancel();
        }
      },
    );
    await fc.assert(property, { seed: 20_261_121, numRuns: 60 });
  },
);

test('most endpoints let something of all this through', () => {
  // The others need a secret, such as a code, or something that is running or undone. Images are not
  // made of documentation.
  const fillable = tried.filter(([, { bodyType }]) => bodyType !== 'image/*');
  expect(open.size).toBeGreaterThan(0.8 * fillable.length);
});

test('afterwards the server is idle, answers, and has its database whole', async () => {
  await octavo.idle();
  expect((await octavo.request('/health')).status).toBe(200);
  expect((await octavo.request('/auth/me')).status).toBe(200);
  const database = connect(join(dataDir, 'octavo.db'));
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
  } finally {
    database.close();
  }
});
