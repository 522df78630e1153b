import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import type { LoginResponse } from '../../../shared/api/auth.ts';
import type { User } from '../../../shared/api/users.ts';
import { connect } from '../../database/database.ts';
import { basic, createSendJson, password, type Headers } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
let own: User;
let left: Headers;
let key: Headers;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
  const given = { username: 'vera', password, role: 'admin', email: 'vera@example.com' };
  own = (await send<User>('POST', '/users', given)).body;
  const { body } = await send<LoginResponse>('POST', '/auth/login', given, {});
  left = { authorization: `Bearer ${body.access_token}` };
  const made = await octavo.api.call(createApiKey, {
    body: { name: 'a', permissions: ['users-write', 'users-read'] },
    headers: left,
  });
  key = { 'x-api-key': made.key };
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec("UPDATE sessions SET password_at = '2020-01-01T00:00:00.000Z'");
  database.close();
});
afterAll(() => octavo.stop());

const update = async (fields: object, headers: Headers) =>
  (await send('PUT', `/users/${own.id}`, fields, headers)).status;

test('who manages users cannot change their own sign-in by a session that was left open', async () => {
  for (const headers of [left, key]) {
    expect(await update({ password: 'of a stranger' }, headers)).toBe(403);
    expect(await update({ email: 'stranger@example.com' }, headers)).toBe(403);
    expect(await update({ email: null }, headers)).toBe(403);
    expect(
      (await send('DELETE', `/users/${own.id}/second-factor`, undefined, headers)).status,
    ).toBe(403);
  }
  expect(await update({ email: own.email, can_download: true }, left)).toBe(200);
  expect(await update({ email: null }, basic('vera'))).toBe(200);
});
