import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CreatedApiKey } from '../../shared/api/api-keys.ts';
import { basic, createSendJson } from '../testing/send-json.ts';
import { createSignInRequests } from '../testing/sign-in-requests.ts';
import { admin, startTestServer, type TestServer } from '../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
const send = createSendJson(() => octavo);

/** Runs `octavo password <name>` with a password on standard input. */
const reset = (
  name: string,
  password: string,
  { dataDir = octavo.dataDir, options = [] }: { dataDir?: string; options?: string[] } = {},
) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const main = join(import.meta.dirname, 'main.ts');
    const child = spawn(process.execPath, [
      main,
      'password',
      name,
      '--data-dir',
      dataDir,
      ...options,
    ]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', (code) => resolve({ code, output: output.trim() }));
    child.stdin.end(`${password}\nsecond line\n`);
  });
const login = async (password: string) =>
  (await send('POST', '/auth/login', { username: admin.username, password }, {})).status;
const meStatus = async (headers: Record<string, string>) =>
  (await send('GET', '/auth/me', undefined, headers)).status;

test('a password is set at the machine while the server runs, and ends what was signed in', async () => {
  const session = { authorization: `Bearer ${octavo.token}` };
  const { body } = await send<CreatedApiKey>('POST', '/api-keys', { name: 'phone' });
  const old = basic(admin.username, admin.password);
  expect([await meStatus(session), await meStatus(old)]).toEqual([200, 200]);

  expect(await reset(admin.email.toUpperCase(), 'a forgotten word')).toEqual({
    code: 0,
    output: 'admin has a new password and is signed out everywhere',
  });

  expect([await meStatus(session), await meStatus(old)]).toEqual([401, 401]);
  expect([await login(admin.password), await login('a forgotten word')]).toEqual([401, 200]);
  expect(await meStatus({ 'x-api-key': body.key })).toBe(200);
});

test('a second factor stays, unless it is turned off on request', async () => {
  createSignInRequests(octavo).addRecoveryCode();
  const reason = async () => {
    const body = { username: admin.username, password: 'a new word' };
    return (await send<{ details: unknown }>('POST', '/auth/login', body, {})).body.details;
  };
  expect(await reset('admin', 'a new word')).toEqual({
    code: 0,
    output:
      'admin has a new password and is signed out everywhere\nSigning in still asks for a code; --without-second-factor turns that off',
  });
  expect(await reason()).toEqual({ reason: 'otp_required' });
  expect(await reset('admin', 'a new word', { options: ['--without-second-factor'] })).toEqual({
    code: 0,
    output:
      'admin has a new password and is signed out everywhere\nSigning in asks for no code, and all passkeys are removed',
  });
  expect(await login('a new word')).toBe(200);
});

test.each([
  ['nobody', 'a forgotten word', /^octavo: Nobody signs in with "nobody"$/],
  ['nobody', '', /^octavo: Nobody signs in with "nobody"$/],
  ['admin', 'short', /^octavo: Use a password of 8 to 256 characters$/],
  ['admin', '', /^octavo: Use a password of 8 to 256 characters$/],
])('%s with "%s" is refused in one line', async (name, password, message) => {
  const { code, output } = await reset(name, password);
  expect([code, output]).toEqual([1, expect.stringMatching(message)]);
});

test('without a database nothing is made', async () => {
  const { code, output } = await reset('admin', 'a forgotten word', {
    dataDir: join(octavo.dataDir, 'none'),
  });
  expect([code, output]).toEqual([1, expect.stringMatching(/^octavo: There is no database at /)]);
});
