import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import { permissions } from '../../../shared/permissions.ts';
import { createSendJson, type Headers } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { sessionOfKey } from '../../testing/session-of-key.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
let sessions: Record<'key' | 'device', Headers>;
beforeAll(async () => {
  octavo = await startTestServer();
  const body = { name: 'an app', permissions: [...permissions] };
  const { key } = await octavo.api.call(createApiKey, { body });
  const pairing = await octavo.api.call(createPairing, { body });
  const paired = await octavo.api.call(redeemPairing, {
    body: { token: pairing.token, device_name: 'Phone' },
  });
  sessions = {
    key: await sessionOfKey(octavo, admin.username, key),
    device: { authorization: `Bearer ${paired.access_token}` },
  };
});
afterAll(() => octavo.stop());

const proxy = {
  ...{ enabled: false, user_header: 'Remote-User', groups_header: '', creates_people: false },
  ...{ trusted_proxies: [], group_roles: [], group_libraries: [], only_groups: [] },
};
const outlasting: [method: string, path: string, body?: object][] = [
  [
    'POST',
    '/notifications/destinations',
    { name: 'A', kind: 'webhook', address: 'https://example.com/a', events: ['release'] },
  ],
  ['POST', '/reader-addresses', { name: 'A', address: 'a@kindle.com' }],
  [
    'POST',
    '/admin/sign-in-providers',
    { slug: 'a', name: 'A', issuer: 'https://example.com', client_id: 'a' },
  ],
  ['PUT', '/admin/proxy-sign-in', proxy],
  ['POST', '/pairings', { permissions: ['books-read'] }],
  ['PUT', '/auth/me/apps', { apps_can_change: true }],
];

describe.each(['key', 'device'] as const)('the session of a %s', (kind) => {
  test.each(outlasting)('cannot %s %s, which would outlast it', async (method, path, body) => {
    expect((await send('GET', '/auth/me', undefined, sessions[kind])).status).toBe(200);
    expect((await send(method, path, body, sessions[kind])).status).toBe(403);
  });
});
