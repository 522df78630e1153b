import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { updateMyApps } from '../../../shared/api/my-apps.ts';
import { startFixtureLibrary, type FixtureLibrary } from '../../testing/fixture-library.ts';
import { komgaProblems } from '../../testing/komga/document.ts';
import {
  fillChange,
  rememberCreated,
  sendChange,
  type Created,
} from '../../testing/komga/fill-changes.ts';
import {
  forAdmins,
  statusOf,
  titleOf,
  type RecordedRequest,
} from '../../testing/komga/recorded-requests.ts';
import { wrongTypes } from '../../testing/komga/wrong-types.ts';
import type { Headers } from '../../testing/send-json.ts';

let library: FixtureLibrary;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-empty-'));
  library = await startFixtureLibrary();
}, 180_000);
afterAll(async () => {
  await library.stop();
  rmSync(folder, { recursive: true, force: true });
});

const letAppsChange = (apps_can_change: boolean) =>
  library.octavo.api.call(updateMyApps, { body: { apps_can_change } });
const send = async (recorded: RecordedRequest, headers: Headers, created: Created = {}) => {
  const request = fillChange(recorded, library, created, folder);
  const response = await sendChange(library.octavo.url, request, headers);
  return { request, response };
};
const rolesOf = async (headers: Headers) => {
  const request = { method: 'GET', path: '/api/v2/users/me', accept: '*/*' };
  const response = await sendChange(library.octavo.url, request, headers);
  return ((await response.json()) as { roles: string[] }).roles;
};

const requests = forAdmins.map((recorded) => [titleOf(recorded), recorded] as const);

describe.each(['reader', 'admin'] as const)('by default, the %s is a reader to apps', (who) => {
  test('and has no role ADMIN', async () => {
    expect(await rolesOf(library[who])).toEqual(['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING']);
  });

  // Everybody can see a poster.
  test.each(requests.filter(([title]) => !/^GET .*\/thumbnails\//.test(title)))(
    'who gets 403 to %s',
    async (_title, recorded) => {
      const { response } = await send(recorded, library[who]);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ status: 403, error: 'Forbidden' });
    },
  );
});

describe("with the setting, the admin gets Komga's answer to", () => {
  const created: Created = {};
  beforeAll(() => letAppsChange(true));
  afterAll(() => letAppsChange(false));

  test('users/me, with the role ADMIN', async () => {
    expect(await rolesOf(library.admin)).toContain('ADMIN');
  });

  test.each(requests)('%s', async (_title, recorded) => {
    const { request, response } = await send(recorded, library.admin, created);
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    const body: unknown = isJson ? await response.json() : await response.arrayBuffer();
    const path = request.path.replace(/\?.*$/s, '');
    const problems = isJson ? komgaProblems(request.method, path, response.status, body) : null;
    expect(`${response.status} ${problems ?? 'as documented'}`).toBe(
      `${statusOf(recorded)} as documented`,
    );
    if (request.method === 'POST') rememberCreated(created, path, body);
  });

  const withIds = requests.filter(([, { request }]) => request.includes('{id}'));
  test.each(withIds)('404 for an unknown id: %s', async (_title, recorded) => {
    const request = recorded.request.replaceAll('{id}', () => crypto.randomUUID());
    const { response } = await send({ ...recorded, request }, library.admin);
    expect(response.status).toBe(404);
  });

  const withBody = requests.filter(([, { body }]) => typeof body === 'object');
  test.each(withBody)('400 for a field of the wrong type: %s', async (_title, recorded) => {
    const { request } = recorded;
    for (const [field, body] of wrongTypes(recorded.body)) {
      const [method = '', path = ''] = request.replaceAll('{id}', crypto.randomUUID()).split(' ');
      const wrong = { method, path, accept: '*/*', body };
      const response = await sendChange(library.octavo.url, wrong, library.admin);
      expect([field, response.status]).toEqual([field, 400]);
    }
  });
});
