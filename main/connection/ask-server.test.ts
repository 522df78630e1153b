import type { RequestListener } from 'node:http';

import { afterEach, describe, expect, test } from 'vitest';

import {
  certificateFor,
  listenWith,
  proxyBelow,
  startOtherServer,
} from '../testing/other-servers.ts';
import { askServer, isCompatible, isNewer } from './ask-server.ts';
import { serverKeyOf } from './server-key.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const octavo = async (options: Parameters<typeof startOtherServer>[0] = {}) => {
  const server = await startOtherServer(options);
  ends.push(() => server.stop());
  return server.url;
};
const other = async (answer: RequestListener, certificate = false) => {
  const server = await listenWith(answer, certificate ? certificateFor() : undefined);
  ends.push(server.stop);
  return server.url;
};
const ask = (url: string, pinnedKey: string | null = null) => askServer(url, { pinnedKey });

test('recognises Octavo with its version, also below a base path', async () => {
  const url = await octavo();
  expect(await ask(url)).toEqual({ kind: 'octavo', url, version: '0.1.0' });
  const site = `${await other(proxyBelow('/books/octavo', url))}/books/octavo`;
  expect(await ask(site)).toEqual({ kind: 'octavo', url: site, version: '0.1.0' });
  expect(await ask(site.replace('/octavo', ''))).toEqual({ kind: 'other-program' });
});

describe('what is not Octavo', () => {
  test.each<[string, RequestListener]>([
    ['a web page', (_asked, response) => response.end('<h1>NAS</h1>')],
    ['another health endpoint', (_asked, response) => response.end('{"status":"ok"}')],
    [
      'an odd version',
      (_asked, response) => response.end('{"status":"ok","version":"x","uptime_seconds":1}'),
    ],
    ['an endless answer', (_asked, response) => response.end('x'.repeat(1_000_000))],
    ['an error', (_asked, response) => response.writeHead(502).end()],
  ])('%s', async (_what, answer) => {
    expect(await ask(await other(answer))).toEqual({ kind: 'other-program' });
  });

  test('Octavo without its database', async () => {
    const url = await other((_asked, response) =>
      response.writeHead(503).end('{"status":"error","version":"0.1.0","uptime_seconds":1}'),
    );
    expect(await ask(url)).toEqual({ kind: 'broken' });
  });

  test('nobody', async () => {
    const url = await other(() => undefined);
    await ends.pop()?.();
    expect(await ask(url)).toEqual({ kind: 'silence', reason: 'refused' });
    expect(await ask('http://no-such-computer.invalid')).toEqual({
      kind: 'silence',
      reason: 'name',
    });
  });

  test('https where there is none', async () => {
    const url = (await octavo()).replace('http:', 'https:');
    expect(await ask(url)).toMatchObject({ kind: 'silence', reason: expect.any(String) as string });
  });
});

describe('redirects', () => {
  test('on the same host are followed, and the final address counts', async () => {
    const url = await octavo();
    const from = await other(({ url: path = '' }, response) =>
      response.writeHead(308, { location: url + path }).end(),
    );
    expect(await ask(from)).toEqual({ kind: 'octavo', url, version: '0.1.0' });
  });

  test('to another host or page are not followed', async () => {
    for (const location of ['https://evil.example/api/v1/health', '/login', 'file:///etc/passwd']) {
      const url = await other((_asked, response) => response.writeHead(302, { location }).end());
      expect(await ask(url)).toEqual({ kind: 'redirect', to: location });
    }
  });

  test('in a circle end', async () => {
    const url = await other(({ url: path = '' }, response) =>
      response.writeHead(302, { location: path }).end(),
    );
    expect(await ask(url)).toEqual({ kind: 'other-program' });
  });
});

describe('a certificate that the system does not trust', () => {
  test('is shown before anything is sent, and accepted with its key pinned', async () => {
    const certificate = certificateFor();
    const url = await octavo({ certificate });
    const { fingerprint, key } = serverKeyOf(certificate.cert);
    expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(await ask(url)).toEqual({ kind: 'certificate', url, fingerprint, key });
    expect(await ask(url, key)).toEqual({ kind: 'octavo', url, version: '0.1.0' });
  });

  test('is refused when its key has changed, and nothing is sent', async () => {
    const pinned = serverKeyOf(certificateFor().cert).key;
    let requests = 0;
    const url = await other(() => (requests += 1), true);
    expect(await ask(url, pinned)).toMatchObject({ kind: 'certificate' });
    expect(requests).toBe(0);
  });

  test('is accepted when it was renewed with the same key', async () => {
    const first = certificateFor();
    const renewed = certificateFor(first.key);
    expect(renewed.cert).not.toBe(first.cert);
    const url = await octavo({ certificate: renewed });
    expect(await ask(url, serverKeyOf(first.cert).key)).toMatchObject({ kind: 'octavo' });
  });
});

test.each([
  ['0.1.0', '0.9.3', true, false],
  ['1.4.0', '1.0.0', true, false],
  ['2.0.0', '1.9.0', false, true],
  ['1.0.0', '2.0.0-beta.1', false, false],
])('server %s fits app %s: %s', (server, app, fits, newer) => {
  expect(isCompatible(server, app)).toBe(fits);
  expect(isNewer(server, app)).toBe(newer);
});
