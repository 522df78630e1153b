import { connect } from 'node:net';
import { hostname } from 'node:os';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { basic } from '../../testing/send-json.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';

const card = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', internal: false, cidr: null };
let octavo: TestServer;
let port: string;
beforeAll(async () => {
  octavo = await startTestServer({
    config: (config) => {
      config.server.trusted_hosts = ['Books.Example'];
    },
    networkInterfaces: () => ({
      eth0: [
        { ...card, address: '192.168.1.5', family: 'IPv4' },
        { ...card, address: 'fd00::5', family: 'IPv6', scopeid: 0 },
      ],
    }),
  });
  ({ port } = new URL(octavo.url));
});
afterAll(() => octavo.stop());

/** Statuses for one request as sent by a browser, with each possible credential. */
const ask = (path: string, host: string, method = 'GET', more = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const credentials = `Authorization: ${basic(admin.username, admin.password).authorization}\r\nCookie: session=a; octavo=${octavo.token}\r\n`;
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${credentials}${more}Connection: close\r\n\r\n`,
      ),
    );
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      // Event streams never end.
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? answer));
  });

const paths = [
  '/',
  '/index.html',
  '/assets/index.js',
  '/api/v1/health',
  '/api/v1/setup/status',
  '/api/v1/books',
  '/api/v1/events',
  '/api/v1/openapi.json',
  '/api/v1/docs',
  '//api/v1/books',
  '/API/V1/books',
  '/komga/api/v1/libraries',
  '/komga/sse/v1/events',
  '/opds/v1.2/catalog',
  '/opds/v2/catalog',
  '/opds/v2/auth',
  '/opds/v1.2/search.xml',
  '/koreader/users/auth',
  '/koreader/users/create',
  '/kobo/octavo_a/v1/initialization',
  '/nowhere',
];

describe('a page whose name was rebound to this machine', () => {
  test.each(paths)('gets nothing from %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
      expect([method, await ask(path, `attacker.example:${port}`, method)]).toEqual([
        method,
        '421',
      ]);
    }
  });

  test('gets nothing by a claim to be of this site', async () => {
    for (const more of [
      `Origin: http://localhost:${port}\r\nSec-Fetch-Site: same-origin\r\n`,
      `X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\nX-Host: localhost\r\n`,
      `X-Forwarded-For: 127.0.0.1\r\nX-Original-URL: /\r\n`,
    ]) {
      expect(await ask('/api/v1/books', `attacker.example:${port}`, 'GET', more)).toBe('421');
    }
    expect(await ask(`http://localhost:${port}/api/v1/books`, 'attacker.example')).toBe('421');
  });
});

test.each([
  'localhost.',
  'localhost.attacker.example',
  'attacker.example.localhost',
  'localhost@attacker.example',
  'attacker.example#localhost',
  'attacker.example/localhost',
  'attacker.example,localhost',
  'localhost attacker.example',
  'localhost:x',
  'localhost:123456',
  'localhost:80:80',
  ':80',
  '',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.0.0.1.',
  '127.0.0.1.attacker.example',
  '0.0.0.0',
  '[::]',
  '[::1',
  '::1',
  '[::1]attacker.example',
  '[::1%25lo]',
  '[attacker.example]',
  '[fd00::6]',
  '192.168.1.6',
  '192.168.1.5.nip.example',
  'books.example.',
  'books.example.attacker.example',
  `${hostname()}.attacker.example`,
  'l\u00f6calhost',
])('the host %j is not ours', async (host) => {
  expect(['400', '421']).toContain(await ask('/api/v1/health', host));
});

test.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.0.0.2',
  '[::1]',
  '192.168.1.5',
  '[fd00::5]',
  'books.example',
  'BOOKS.EXAMPLE:8443',
  hostname(),
  `${hostname()}.local`,
])('the host %s is ours, at any port', async (host) => {
  expect(await ask('/api/v1/health', host)).toBe('200');
});
