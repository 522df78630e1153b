import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';

import type { ErrorBody } from '../../../shared/errors.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterEach(async () => {
  expect((await octavo.request('/health')).status).toBe(200);
});
afterAll(() => octavo.stop());

const put = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
  octavo.request('/user/preferences/client.a', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const nested = (levels: number) => `{"value":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const gzip = (text: string) => Uint8Array.from(gzipSync(text));

describe('a body', () => {
  test.each([
    ['not UTF-8', latin1('{"value":"\xff"}'), {}, 'not valid UTF-8'],
    ['with half a character', '{"value":"\\ud800"}', {}, 'half a character'],
    ['with half a character in a name', '{"value":{"\\udc00":1}}', {}, 'half a character'],
    ['nested 101 levels deep', nested(101), {}, 'deeper than 100'],
    ['nested 40,000 levels deep', nested(40_000), {}, 'deeper than 100'],
    ['compressed badly', '{}', { 'content-encoding': 'gzip' }, 'not compressed'],
    [
      'cut short by its compression',
      gzip('{"value":1}').slice(0, 15),
      { 'content-encoding': 'gzip' },
      'not compressed',
    ],
  ] as const)('%s is refused with 400', async (_, body, headers, reason) => {
    const response = await put(body, headers);
    const error = (await response.json()) as ErrorBody;
    expect([response.status, error.message]).toEqual([400, expect.stringContaining(reason)]);
    expect(error.details).toEqual([{ path: 'body', message: error.message }]);
  });

  it('may nest as deep as a hundred levels, and be compressed', async () => {
    expect((await put(nested(100))).status).toBe(200);
    expect((await put(gzip('{"value":1}'), { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  it('that inflates beyond the limit is refused with 413', async () => {
    const bomb = gzip(`{"value":"${'x'.repeat(50 * 1024 * 1024)}"}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect((await put(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  test.each([
    ['an unknown compression', { 'content-encoding': 'lzma' }],
    ['two compressions', { 'content-encoding': 'gzip, gzip' }],
    ['an unknown character set', { 'content-type': 'application/json; charset=klingon' }],
    ['another type', { 'content-type': 'application/xml' }],
    ['no type that can be read', { 'content-type': ';;;' }],
  ])('of %s is refused with 415', async (_, headers) => {
    expect((await put('{"value":1}', headers)).status).toBe(415);
  });
});

/** Sends raw bytes and returns the raw response. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(octavo.url);
    const chunks: Buffer[] = [];
    connect(Number(port), hostname, function (this: NodeJS.WritableStream) {
      this.write(text.replaceAll('\n', '\r\n'), 'latin1');
    })
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', reject)
      .on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
const start = (path: string, headers = '') =>
  `GET /api/v1${path} HTTP/1.1\nHost: localhost\nConnection: close\n${headers}\n`;

describe('a request', () => {
  test.each([
    ['with two hosts', start('/health', 'Host: attacker.example\n'), 421],
    ['without a host', 'GET /api/v1/health HTTP/1.1\nConnection: close\n\n', 400],
    ['with headers beyond 16 KiB', start('/health', `X: ${'x'.repeat(20_000)}\n`), 431],
    ['with a path beyond 16 KiB', start(`/${'x'.repeat(20_000)}`), 431],
    ['with two lengths', start('/health', 'Content-Length: 1\nContent-Length: 2\n'), 400],
    ['of two framings', start('/x', 'Content-Length: 1\nTransfer-Encoding: chunked\n'), 400],
    ['that climbs out of the API', start('/../../etc/passwd'), 404],
    ['that climbs out by escapes', start('/books/%2e%2e%2f%2e%2e%2fetc%2fpasswd/file'), 401],
    ['with an escape of NUL', start('/series/%00'), 401],
    ['of a method nobody knows', 'BREW /api/v1/health HTTP/1.1\nHost: localhost\n\n', 400],
    ['of a method of others', start('/health').replace('GET', 'PROPFIND'), 405],
  ])('%s is refused', async (_, text, status) => {
    const answer = await raw(text);
    expect(answer.split('\r\n')[0]).toMatch(`HTTP/1.1 ${status} `);
    if ([400, 431].includes(status)) return;
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ details: null });
  });
});
