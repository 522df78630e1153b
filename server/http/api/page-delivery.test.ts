import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listPages } from '../../../shared/api/pages.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

const jpeg = readFileSync(
  join(import.meta.dirname, '../../../../shared/fixtures/images/Portrait_6.jpg'),
);
/** Larger than the connection's buffers. */
const large = Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024, 7)]);

let server: TestServer;
let book: string;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  path = mkdtempSync(join(tmpdir(), 'octavo-page-delivery-'));
  mkdirSync(join(path, 'Saga'), { recursive: true });
  writeCbz(join(path, 'Saga', 'Saga 1.cbz'), [
    { name: '1.jpg', data: jpeg },
    { name: '2.jpg', data: jpeg, deflate: true },
    { name: '3.jpg', data: '<html>no image</html>', deflate: true },
    { name: '4.jpg', data: large },
  ]);
  await server.api.call(createLibrary, {
    body: { name: 'Comics', path, scan_immediately: true },
  });
  book = await vi.waitUntil(async () => (await server.api.call(listBooks, {})).data[0]?.id, {
    timeout: 30_000,
    interval: 100,
  });
  await server.api.call(listPages, { params: { id: book } });
}, 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(path, { recursive: true, force: true });
});

/** The raw response, still compressed. */
const page = async (number: number, headers: Record<string, string> = {}) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(
      `${server.url}/api/v1/books/${book}/pages/${number}`,
      { headers: { authorization: `Bearer ${server.token}`, ...headers } },
      resolve,
    ).on('error', reject);
  });
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
};

describe('a deflated page', () => {
  test('goes out in a gzip frame to those who take gzip, under an ETag of its own', async () => {
    const packed = await page(2, { 'accept-encoding': 'br, gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'image/jpeg',
      'content-length': String(packed.body.length),
    });
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(gunzipSync(packed.body).equals(jpeg)).toBe(true);
    const plain = await page(2);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    expect(plain.body.equals(jpeg)).toBe(true);
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });

  test('goes out unpacked where gzip is refused, or a part of it is wanted', async () => {
    const refused = await page(2, { 'accept-encoding': 'gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    const part = await page(2, { 'accept-encoding': 'gzip', range: 'bytes=10-19' });
    expect(part.status).toBe(206);
    expect(part.headers['content-encoding']).toBeUndefined();
    expect(part.body.equals(jpeg.subarray(10, 20))).toBe(true);
  });

  test('that is not an image is refused, packed or not', async () => {
    expect((await page(3, { 'accept-encoding': 'gzip' })).status).toBe(422);
    expect((await page(3)).status).toBe(422);
  });
});

test.each([
  [1, {}],
  [2, {}],
  [2, { 'accept-encoding': 'gzip' }],
] as const)('page %i that a reader with %o has is not sent again', async (number, headers) => {
  const { etag = '' } = (await page(number, headers)).headers;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await page(number, { ...headers, 'if-none-match': tag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect(again.headers['content-encoding']).toBeUndefined();
  }
  expect((await page(number, { ...headers, 'if-none-match': '"other"' })).status).toBe(200);
});

test('pages asked for at the same time never mix, though they are read into the same memory', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => (index % 2) + 1);
  const answers = await Promise.all(
    numbers.map((number) => page(number, { 'accept-encoding': 'gzip' })),
  );
  for (const { headers, body } of answers) {
    const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    expect(bytes.equals(jpeg)).toBe(true);
  }
});

test('clients that stop reading hold up nobody, and get the rest when they go on', async () => {
  const { hostname, port } = new URL(server.url);
  const request = `GET /api/v1/books/${book}/pages/4 HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n\r\n`;
  const idle = Array.from({ length: 8 }, () => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(request);
    return socket;
  });
  try {
    for (let turn = 0; turn < 20; turn++) expect((await page(1)).body.equals(jpeg)).toBe(true);
    const [first, ...others] = idle;
    for (const socket of others) socket.destroy();
    const answer = Buffer.concat((await first?.toArray()) ?? []);
    const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
    expect(body.equals(large)).toBe(true);
    expect((await page(4)).body.equals(large)).toBe(true);
  } finally {
    for (const socket of idle) socket.destroy();
  }
});
