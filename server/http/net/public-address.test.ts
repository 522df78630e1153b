import { request as send, type IncomingHttpHeaders } from 'node:http';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';

import { pino } from 'pino';

import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createPublicAddress } from './public-address.ts';
import { requestSource } from './request-source.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  message: string;
}

/** A request as a proxy sends it, with any host. */
const ask = (
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = send(octavo.url + path, { method, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((said) => {
        const isFault = status >= 400 && said.startsWith('{');
        const message = isFault ? (JSON.parse(said) as { message: string }).message : '';
        resolve({ status, headers: response.headers, body: said, message });
      }, reject);
    });
    asked.on('error', reject);
    if (body !== undefined) asked.setHeader('content-type', 'application/json');
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
const bearer = () => ({ authorization: `Bearer ${octavo.token}` });

const set = async (settings: Record<string, string>) => {
  const updates = Object.entries(settings).map(([name, value]) => ({
    key: `sharing.${name}`,
    value,
  }));
  return ask('/api/v1/admin/settings/bulk', bearer(), { method: 'POST', body: { updates } });
};
const none = { trusted_proxies: '', public_address: '', base_path: '' };
afterEach(async () => {
  expect((await set(none)).status).toBe(200);
});

const fromProxy = {
  host: 'books.example.org',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'books.example.org',
  'x-forwarded-for': '203.0.113.7',
};
/** The address by which the server believes to be reached, from an authentication document. */
const reached = async (headers: Record<string, string>, path = '/opds/v2/auth') => {
  const { status, body, message } = await ask(path, headers);
  if (status !== 200) return `${status} ${message}`;
  return (JSON.parse(body) as { id: string }).id.replace('/opds/v2/auth', '');
};

describe('a setting is refused with what to enter', () => {
  test.each([
    ['base_path', 'octavo', 'Enter a path such as /octavo'],
    ['base_path', '/octavo/', 'Enter a path such as /octavo'],
    ['base_path', '/a/../b', 'Enter a path such as /octavo'],
    ['base_path', '/..', 'Enter a path such as /octavo'],
    ['base_path', '//octavo', 'Enter a path such as /octavo'],
    ['base_path', '/octavo?x', 'Enter a path such as /octavo'],
    ['base_path', '/%2e%2e', 'Enter a path such as /octavo'],
    ['base_path', '/a b', 'Enter a path such as /octavo'],
    ['base_path', '/"><script>', 'Enter a path such as /octavo'],
    ['base_path', '/api', 'Octavo has pages of its own at /api'],
    ['base_path', '/Library/x', 'Octavo has pages of its own at /Library'],
    ['base_path', '/komga', 'The Komga API is at /komga'],
    ['public_address', 'books.example.org', 'Enter the address that people open'],
    ['public_address', 'ftp://books.example.org', 'Enter the address that people open'],
    ['public_address', 'https://a:b@books.example.org', 'Enter the address that people open'],
    ['public_address', 'https://books.example.org:99999', 'Enter the address that people open'],
    ['public_address', 'https://example.org/octavo', 'the path belongs into the base path'],
    ['public_address', 'https://example.org?x', 'the path belongs into the base path'],
    ['trusted_proxies', 'nas.local', '"nas.local" is not an address'],
    ['trusted_proxies', '10.0.0.0/33', '"10.0.0.0/33" is not an address'],
    ['trusted_proxies', '10.0.0.1, 0.0.0.0/0', '"0.0.0.0/0" would trust every device'],
    ['trusted_proxies', '::/0', '"::/0" would trust every device'],
  ])('%s = %j', async (name, value, sentence) => {
    const { status, message } = await set({ [name]: value });
    expect([status, message]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test.each([
    ['base_path', '/octavo'],
    ['base_path', '/my/books-2.0_~'],
    ['public_address', 'https://books.example.org'],
    ['public_address', 'http://[fd00::5]:8080/'],
    ['trusted_proxies', 'loopback, private'],
    ['trusted_proxies', '172.18.0.2,172.18.0.0/16 , fd00::/8'],
  ])('but %s = %j is not', async (name, value) => {
    expect((await set({ [name]: value })).status).toBe(200);
  });
});

describe('without a trusted proxy', () => {
  it('says which address to trust where the host is refused', async () => {
    const { status, message } = await ask('/api/v1/health', fromProxy);
    expect([status, message]).toEqual([
      421,
      'This request came through a proxy at 127.0.0.1, which Octavo does not trust. Open Octavo without the proxy and add that address under Settings → Sharing and devices → Trusted proxies, or set server.trusted_proxies.',
    ]);
  });

  it('ignores what a request claims about itself', async () => {
    await set({ trusted_proxies: '192.0.2.1', base_path: '/octavo' });
    const claims = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' };
    const port = new URL(octavo.url).port;
    expect(await reached({ ...claims, 'x-forwarded-prefix': '/x' })).toBe(
      `http://127.0.0.1:${port}`,
    );
    expect(await reached({ forwarded: 'for=1.2.3.4;proto=https;host=evil.example' })).toBe(
      `http://127.0.0.1:${port}`,
    );
  });

  it('is at its base path and at its own address', async () => {
    await set({ base_path: '/octavo' });
    expect(await reached({}, '/octavo/opds/v2/auth')).toBe(`${octavo.url}/octavo`);
    expect(await reached({})).toBe(octavo.url);
    expect((await ask('/octavox/opds/v2/auth')).status).toBe(404);
    expect((await ask('/octavo/octavo/opds/v2/auth')).status).toBe(404);
  });
});

describe('through a trusted proxy', () => {
  it('is reached as the proxy says', async () => {
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org' });
    expect(await reached(fromProxy)).toBe('https://books.example.org');
    const forwarded = {
      host: '127.0.0.1',
      forwarded:
        'for="[2001:db8::1]:4711";proto=https;host="books.example.org";by=_x, for=10.0.0.1',
    };
    expect(await reached(forwarded)).toBe('https://books.example.org');
    expect(await reached({ ...fromProxy, 'x-forwarded-prefix': '/octavo/' })).toBe(
      'https://books.example.org/octavo',
    );
    // Of two proxies the first one speaks for the client.
    expect(await reached({ ...fromProxy, 'x-forwarded-proto': 'https, http' })).toBe(
      'https://books.example.org',
    );
  });

  it('takes from the public address what the proxy leaves out', async () => {
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org:8443' });
    const whole = 'https://books.example.org:8443';
    expect(await reached({ host: 'books.example.org', 'x-forwarded-for': '1.2.3.4' })).toBe(whole);
    expect(await reached(fromProxy)).toBe(whole);
    expect(await reached({ ...fromProxy, 'x-forwarded-host': 'books.example.org:8443' })).toBe(
      whole,
    );
    expect(await reached({ 'x-forwarded-for': '1.2.3.4' })).toBe(whole);
    // A name of the machine itself, at which the proxy serves it as well.
    expect(await reached({ ...fromProxy, 'x-forwarded-host': 'localhost' })).toBe(
      'https://localhost',
    );
    expect(
      await reached({ ...fromProxy, 'x-forwarded-host': 'localhost', 'x-forwarded-port': '444' }),
    ).toBe('https://localhost:444');
  });

  it('refuses hosts that are not its own, and says which setting names them', async () => {
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org' });
    for (const headers of [
      { ...fromProxy, 'x-forwarded-host': 'evil.example' },
      { host: 'evil.example', 'x-forwarded-for': '1.2.3.4' },
    ]) {
      const { status, message } = await ask('/api/v1/health', headers);
      expect([status, message]).toEqual([
        421,
        expect.stringContaining('evil.example, which is not the public address of Octavo'),
      ]);
    }
  });

  test.each([
    ['x-forwarded-prefix', '/../x', 'the header X-Forwarded-Prefix with an unusable value: /../x.'],
    ['x-forwarded-prefix', '//evil.example', 'X-Forwarded-Prefix with an unusable value: //evil'],
    [
      'x-forwarded-prefix',
      '/"><script>',
      'X-Forwarded-Prefix with an unusable value: /"><script>.',
    ],
    ['x-forwarded-proto', 'javascript', 'X-Forwarded-Proto with an unusable value: javascript.'],
    ['x-forwarded-host', 'a/b', 'X-Forwarded-Host with an unusable value: a/b.'],
    ['x-forwarded-port', '0', 'X-Forwarded-Port with an unusable value: 0.'],
    ['forwarded', 'proto=gopher', 'the header Forwarded with an unusable value: gopher.'],
  ])('refuses the header %s: %s', async (name, value, reason) => {
    await set({ trusted_proxies: 'loopback' });
    const { status, message } = await ask('/api/v1/health', { [name]: value });
    expect([status, message]).toEqual([400, expect.stringContaining(reason)]);
    expect(message).toContain('Correct it in the configuration of the proxy');
  });

  it('marks cookies as secure and keeps them below the base path', async () => {
    const cookie = async () => {
      const body = { username: 'admin', password: 'correct horse' };
      const { headers } = await ask('/api/v1/auth/login', fromProxy, { method: 'POST', body });
      return headers['set-cookie']?.[0]?.replace(/=[^;]+/, '=…');
    };
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org' });
    const rest = 'HttpOnly; SameSite=Strict; Max-Age=86400; Secure';
    expect(await cookie()).toBe(`__Host-octavo_session=…; Path=/; ${rest}`);
    await set({ base_path: '/octavo' });
    expect(await cookie()).toBe(`__Secure-octavo_session=…; Path=/octavo; ${rest}`);
  });

  it('knows a page of its own from one of another site', async () => {
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org' });
    const basic = `Basic ${Buffer.from('admin:correct horse').toString('base64')}`;
    const put = async (origin: string) => {
      const headers = { ...fromProxy, authorization: basic, origin };
      const asked = { method: 'PUT', body: { value: 1 } };
      return (await ask('/api/v1/user/preferences/client.a', headers, asked)).status;
    };
    expect(await put('https://books.example.org')).toBe(200);
    expect(await put('https://evil.example')).toBe(403);
  });

  it('lets links in headers and lists follow', async () => {
    await set({ trusted_proxies: 'loopback', public_address: 'https://books.example.org' });
    await set({ base_path: '/octavo' });
    const headers = { ...fromProxy, ...bearer() };
    const body = { name: 'A list', series_ids: [] };
    const made = await ask('/api/v1/collections', headers, { method: 'POST', body });
    expect([made.status, made.headers.location]).toEqual([
      201,
      expect.stringMatching(/^\/octavo\/api\/v1\/collections\/[\da-f-]{36}$/),
    ]);
    const list = await ask('/octavo/api/v1/collections', headers);
    expect((JSON.parse(list.body) as { links: { self: string } }).links.self).toBe(
      '/octavo/api/v1/collections?page=1&pageSize=50',
    );
  });

  it('puts the public address into mails and QR codes, wherever they are asked for', async () => {
    await set({ public_address: 'https://books.example.org', base_path: '/octavo' });
    const paired = await ask('/api/v1/pairings', bearer(), {
      method: 'POST',
      body: { permissions: ['books-read'] },
    });
    expect((JSON.parse(paired.body) as { link: string }).link).toMatch(
      /^https:\/\/books\.example\.org\/octavo\/pair#token=/,
    );
  });
});

describe('the client', () => {
  /** The address of the client as a server with these proxies sees it. */
  const clientOf = async (proxies: string, headers: Record<string, string>) => {
    await set({ trusted_proxies: proxies });
    await ask('/api/v1/auth/login', headers, {
      method: 'POST',
      body: { username: 'admin', password: 'correct horse' },
    });
    const path = '/komga/api/v2/users/me/authentication-activity';
    const { body } = await ask(path, bearer());
    const { content } = JSON.parse(body) as { content: { ip: string }[] };
    return content[0]?.ip;
  };

  test.each([
    ['', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
    ['loopback', {}, '127.0.0.1'],
    ['loopback', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    ['loopback', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, '203.0.113.7'],
    ['loopback', { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.0.0.3' }, '10.0.0.3'],
    ['loopback, private', { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.3' }, '203.0.113.7'],
    ['loopback, private', { 'x-forwarded-for': '192.168.1.9, 10.0.0.3' }, '192.168.1.9'],
    ['loopback', { 'x-forwarded-for': '203.0.113.7:4711' }, '203.0.113.7'],
    ['loopback', { 'x-forwarded-for': '[2001:db8::7]:4711' }, '2001:db8::7'],
    ['loopback', { 'x-forwarded-for': '::ffff:203.0.113.7' }, '203.0.113.7'],
    ['loopback', { 'x-forwarded-for': '1.1.1.1, unknown' }, '127.0.0.1'],
    ['loopback', { forwarded: 'for=1.1.1.1, for="[2001:db8::7]:80";proto=http' }, '2001:db8::7'],
    ['loopback', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    ['loopback', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ])('behind %j, with %j, is %s', async (proxies, headers, address) => {
    expect(await clientOf(proxies, headers as Record<string, string>)).toBe(address);
  });

  it('is never this machine where a proxy is between them', async () => {
    const statuses = async (headers: Record<string, string>) => {
      const answers = await Promise.all(
        Array.from({ length: 110 }, () => ask('/api/v1/health', headers)),
      );
      return answers.filter(({ status }) => status === 429).length;
    };
    expect(await statuses({})).toBe(0);
    // Earlier requests of this address count as well.
    expect(await statuses({ 'x-forwarded-for': '127.0.0.1' })).toBeGreaterThanOrEqual(10);
    await set({ trusted_proxies: 'loopback' });
    expect(await statuses({ 'x-forwarded-for': '198.51.100.9' })).toBe(10);
  });
});

it('warns once of a proxy that is not trusted', () => {
  const lines: { address: string; headers: string[] }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  const { enter } = createPublicAddress({
    trustedProxies: () => '',
    publicAddress: () => '',
    basePath: () => '',
    log: pino(sink),
  });
  const from = (address: string, headers: IncomingHttpHeaders) =>
    enter({ url: '/', headers, rawHeaders: [], socket: { remoteAddress: address } } as never);
  for (let count = 0; count < 3; count += 1) from('172.18.0.2', { 'x-forwarded-for': '1.1.1.1' });
  from('172.18.0.3', {});
  for (let count = 0; count < 100; count += 1) from(`198.51.100.${count}`, { forwarded: 'for=x' });
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatchObject({ address: '172.18.0.2', headers: ['x-forwarded-for'] });
});

it('leaves a device of a trusted network alone that comes without a proxy', () => {
  const { enter } = createPublicAddress({
    trustedProxies: () => 'private',
    publicAddress: () => 'https://books.example.org',
    basePath: () => '/octavo',
    log: pino({ level: 'silent' }),
  });
  const sourceAt = (host: string, headers = {}) => {
    const request = {
      url: '/',
      headers: { host, ...headers },
      rawHeaders: ['Host', host],
      socket: { remoteAddress: '192.168.1.7' },
    } as never;
    enter(request);
    return requestSource(request);
  };
  expect(sourceAt('192.168.1.5:4477')).toMatchObject({
    origin: 'http://192.168.1.5:4477',
    basePath: '',
    publicUrl: 'https://books.example.org/octavo',
    mailUrl: 'https://books.example.org/octavo',
  });
  expect(sourceAt('books.example.org')).toMatchObject({
    origin: 'https://books.example.org',
    basePath: '/octavo',
  });
  expect(sourceAt('192.168.1.5:4477', { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
    address: '203.0.113.7',
    origin: 'https://books.example.org',
  });
});

it('is set by the configuration, and then not by an admin', async () => {
  const own = await startTestServer({
    config: ({ server }) => {
      server.base_path = '/octavo';
    },
  });
  const path = '/admin/settings/sharing.base_path';
  expect(await (await own.request(path)).json()).toMatchObject({
    value: '/octavo',
    by_configuration: true,
  });
  const change = async (value: string) => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' } };
    return (await own.request(path, { ...init, body: JSON.stringify({ value }) })).status;
  };
  expect([await change('/octavo'), await change('')]).toEqual([200, 400]);
  await own.stop();
});
