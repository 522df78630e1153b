import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';

import { isPrivateAddress } from './addresses.ts';
import { HttpClientError } from './checked-request.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { postJson } from './post-json.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const serve = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const get = (url: string, allowPrivate = true, signal = new AbortController().signal) =>
  fetchBytes(url, { signal, allowPrivate });

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::7f00:1',
  '::ffff:0:7f00:1',
  '192.88.99.1',
  '100::1',
  '2001:10::1',
  '3fff::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '64:ff9b::7f00:1',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));

test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => expect(isPrivateAddress(address)).toBe(false),
);

describe('a request', () => {
  test.each([
    (port: string) => `http://127.0.0.1:${port}/`,
    // Wine does not resolve the machine's own name.
    ...(process.platform === 'win32' ? [] : [(port: string) => `http://localhost:${port}/`]),
    (port: string) => `http://2130706433:${port}/`,
    (port: string) => `http://0x7f.1:${port}/`,
    (port: string) => `http://[::ffff:127.0.0.1]:${port}/`,
  ])('does not reach this machine as %s', async (url) => {
    let asked = 0;
    const { port } = new URL(
      await serve((_, response) => {
        asked += 1;
        response.end('secret');
      }),
    );
    await expect(get(url(port), false)).rejects.toThrow(/address of this machine or its network/);
    expect(asked).toBe(0);
  });

  test('follows redirects, not forever and not to other protocols', async () => {
    const base = await serve((request, response) => {
      const target = { '/a': '/b', '/loop': '/loop', '/file': 'file:///etc/passwd' }[
        request.url ?? ''
      ];
      if (target === undefined) response.end('here');
      else response.writeHead(302, { location: target }).end();
    });
    expect((await get(`${base}/a`)).body.toString()).toBe('here');
    await expect(get(`${base}/loop`)).rejects.toThrow(/redirects more than 5 times/);
    await expect(get(`${base}/file`)).rejects.toThrow(/not an http or https address/);
  });

  test('gives up on an answer that is too large', async () => {
    const base = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(256 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    await expect(get(base)).rejects.toThrow(/larger than 5 MiB/);
  });

  test('says what is wrong, and ends on request', async () => {
    const base = await serve(() => undefined);
    const abort = new AbortController();
    const hanging = get(base, true, abort.signal);
    setTimeout(() => abort.abort(new Error('Enough')), 20);
    await expect(hanging).rejects.toThrow('Enough');
    server?.close();
    await expect(get('http://127.0.0.1:9')).rejects.toBeInstanceOf(HttpClientError);
    await expect(get('http://127.0.0.1:9')).rejects.toThrow(/could not be reached/);
  });

  test('https where the server speaks http is reported as such', async () => {
    const base = await serve(() => undefined);
    await expect(get(base.replace('http:', 'https:'))).rejects.toThrow(
      /encrypted connection to .* failed \(EPROTO\)\. Check/,
    );
  });

  test('a refused token is reported with what to check', async () => {
    const base = await serve((_request, response) => response.writeHead(401).end());
    const { signal } = new AbortController();
    await expect(postJson(new URL(base), {}, { signal, allowPrivate: true })).rejects.toThrow(
      /status 401\. Check the address and the token\.$/,
    );
  });
});
