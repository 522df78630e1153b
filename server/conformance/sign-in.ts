import { expect } from 'vitest';

import { basic, password } from '../testing/send-json.ts';
import { admin, startTestServer } from '../testing/server.ts';
import { uuid } from './formats.ts';
import type { Json } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';
import { useMailbox } from './mailbox.ts';

interface Login extends Json {
  access_token: string;
  expires_in: number;
  user: Json;
}

/** Setup, signing in and out, and registration. */
export const signIn: DescribeArea = ({ describeRow }, fixture) => {
  const mailbox = useMailbox();
  const anonymous = {};
  const post = <T = Json>(path: string, body?: unknown) =>
    fixture().send<T>('POST', path, body, anonymous);
  const login = async (username = admin.username, word = admin.password) =>
    (await post<Login>('/auth/login', { username, password: word })).body;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const row = (field: string) => `Login response and user summary: ${field}`;

  describeRow(row('access_token'), 'a JWT of three parts that signs in as a bearer', async () => {
    const { access_token } = await login();
    const [header, payload] = access_token
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toMatchObject({ alg: expect.any(String) as string });
    expect(JSON.parse(payload ?? '')).toMatchObject({ exp: expect.any(Number) as number });
    expect(await fixture().get('/auth/me', bearer(access_token))).toMatchObject({
      username: admin.username,
    });
  });

  describeRow(row('token_type'), 'is Bearer', async () => {
    expect((await login()).token_type).toBe('Bearer');
  });

  describeRow(
    row('expires_in'),
    'the seconds until the token expires, a whole number',
    async () => {
      const { access_token, expires_in } = await login();
      const payload = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
      const { exp, iat } = JSON.parse(payload) as { exp: number; iat: number };
      expect(expires_in).toBe(86_400);
      expect(exp - iat).toBe(expires_in);
    },
  );

  describeRow(row('user.id'), 'the UUID that identifies the user', async () => {
    const { user } = await login();
    expect(user.id).toMatch(uuid);
    expect(await fixture().get(`/users/${String(user.id)}`)).toMatchObject({
      username: admin.username,
    });
  });

  describeRow(row('user.username'), 'the given name', async () => {
    expect((await login('ADMIN')).user.username).toBe(admin.username);
  });

  describeRow(row('user.email'), 'the given e-mail address', async () => {
    expect((await login()).user.email).toBe(admin.email);
  });

  describeRow(
    row('user.role'),
    'admin for the first user, reader for one created without a role',
    async () => {
      await fixture().send('POST', '/users', { username: 'ada', password });
      expect((await login()).user.role).toBe('admin');
      expect((await login('ada', password)).user.role).toBe('reader');
    },
  );

  describeRow(
    ['Setup: GET /setup/status', 'Setup: POST /setup/initialize'],
    'setup is required until it has created the admin, who is then signed in; a second setup is a conflict',
    async () => {
      const server = await startTestServer({ bare: true });
      const call = async (path: string, body?: Json) => {
        const response = await server.request(path, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return { status: response.status, body: (await response.json()) as Json };
      };
      try {
        const before = await call('/setup/status');
        expect(before.body).toMatchObject({ setup_required: true, has_users: false });
        const made = await call('/setup/initialize', admin);
        expect(made).toMatchObject({
          status: 201,
          body: { token_type: 'Bearer', user: { username: admin.username, role: 'admin' } },
        });
        const after = await call('/setup/status');
        expect(after.body).toMatchObject({ setup_required: false, has_users: true });
        expect((await call('/setup/initialize', admin)).status).toBe(409);
      } finally {
        await server.stop();
      }
    },
  );

  describeRow(
    'Authentication: POST /auth/login',
    'user name and password return the login response; a wrong password is a 401',
    async () => {
      const right = await post<Login>('/auth/login', {
        username: admin.username,
        password: admin.password,
      });
      expect(right.status).toBe(200);
      expect(Object.keys(right.body)).toEqual(['access_token', 'token_type', 'expires_in', 'user']);
      const wrong = await post('/auth/login', { username: admin.username, password: 'wrong' });
      expect(wrong).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    },
  );

  describeRow(
    'Authentication: POST /auth/register',
    'creates a reader who can sign in, if the admin has opened registration',
    async () => {
      const newcomer = { username: 'mina', password, email: 'mina@example.com' };
      expect((await post('/auth/register', newcomer)).status).toBe(403);
      await fixture().send('PUT', '/admin/settings/auth.registration_enabled', { value: true });
      const { status, body } = await post('/auth/register', newcomer);
      expect([status, body]).toMatchObject([201, { username: 'mina', role: 'reader' }]);
      expect((await login('mina', password)).user.id).toBe(body.id);
    },
  );

  describeRow('Authentication: POST /auth/logout', 'ends the session of the token', async () => {
    const { access_token } = await login();
    const headers = bearer(access_token);
    expect((await fixture().send('POST', '/auth/logout', undefined, headers)).status).toBe(204);
    expect((await fixture().send('GET', '/auth/me', undefined, headers)).status).toBe(401);
  });

  describeRow(
    'Authentication: GET /auth/me',
    'the caller, identified by a token, an API key in both headers, or user name and password',
    async () => {
      const { body: key } = await fixture().send<{ key: string }>('POST', '/api-keys', {
        name: 'phone',
      });
      const ways = {
        jwt: [bearer((await login()).access_token)],
        api_key: [{ 'x-api-key': key.key }, bearer(key.key)],
        basic: [basic(admin.username, admin.password)],
      };
      for (const [auth_method, all] of Object.entries(ways)) {
        for (const headers of all) {
          expect(await fixture().get('/auth/me', headers)).toMatchObject({
            username: admin.username,
            email: admin.email,
            role: 'admin',
            auth_method,
          });
        }
      }
      expect((await fixture().send('GET', '/auth/me', undefined, anonymous)).status).toBe(401);
    },
  );

  describeRow(
    ['Authentication: POST /auth/verify-email', 'Authentication: POST /auth/resend-verification'],
    'a second e-mail with another token can be requested; that token confirms the account, the first is no longer valid',
    async () => {
      const settings = {
        'auth.registration_enabled': true,
        'auth.require_email_verification': true,
        'smtp.host': '127.0.0.1',
        'smtp.port': mailbox.port(),
      };
      const updates = Object.entries(settings).map(([key, value]) => ({ key, value }));
      await fixture().send('POST', '/admin/settings/bulk', { updates });
      const lucy = { username: 'lucy', password, email: 'lucy@example.com' };
      await post('/auth/register', lucy);
      const first = await mailbox.token(1);
      expect((await post('/auth/login', lucy)).status).toBe(403);
      const again = await post('/auth/resend-verification', { email: lucy.email });
      expect(again.status).toBe(200);
      const second = await mailbox.token(2);
      expect((await post('/auth/verify-email', { token: first })).status).toBe(400);
      const verified = await post('/auth/verify-email', { token: second });
      expect([verified.status, verified.body]).toMatchObject([200, { username: 'lucy' }]);
      expect((await post('/auth/login', lucy)).status).toBe(200);
    },
  );
};
