import { execFile } from 'node:child_process';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createNetServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startDnsServer, type DnsAnswer } from '../testing/dns-server.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { postJson } from './post-json.ts';

// A public but unused address: nothing sent there arrives anywhere.
const publicAddress = '192.0.3.7';

const says: Record<string, (times: number) => DnsAnswer> = {
  'turns.test': (times) => ({ a: [times === 1 ? publicAddress : '127.0.0.1'] }),
  'inside.test': () => ({ a: ['127.0.0.1'] }),
  'both.test': () => ({ a: [publicAddress], aaaa: ['::1'] }),
  'sixth.test': () => ({ aaaa: ['0:0:0:0:0:ffff:7f00:1'] }),
  'translated.test': () => ({ aaaa: ['64:ff9b::7f00:1'] }),
  'alias.test': () => ({ cname: 'target.test', a: ['127.0.0.1'] }),
  'household.test': () => ({ a: ['192.168.1.1'], aaaa: ['fd00::1'] }),
  'one-of-many.test': () => ({
    a: [...Array.from({ length: 10 }, (_, index) => `192.0.3.${index + 1}`), '10.0.0.1'],
  }),
  'any.test': () => ({ a: ['0.0.0.0'] }),
};

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let victim: Server;
let port: number;
let hits = 0;
beforeAll(async () => {
  dns = await startDnsServer((name, times) => says[name]?.(times) ?? {});
  victim = createHttpServer((_, response) => {
    hits += 1;
    response.end('secret');
  });
  await new Promise<void>((resolve) => victim.listen(0, '127.0.0.1', resolve));
  ({ port } = victim.address() as AddressInfo);
});
beforeEach(() => {
  hits = 0;
});
afterAll(async () => {
  victim.closeAllConnections();
  victim.close();
  await dns.stop();
});

const get = (name: string, signal = new AbortController().signal) =>
  fetchBytes(`http://${name}:${port}/`, { signal, allowPrivate: false, resolve: dns.resolve });

test.each(Object.keys(says).filter((name) => name !== 'turns.test'))(
  'a feed at %s does not reach this machine or its network',
  async (name) => {
    await expect(get(name)).rejects.toThrow(/address of this machine or its network/);
    expect([hits, dns.timesAsked(name)]).toEqual([0, 1]);
  },
);

test('a notification to a name of this machine is not sent, and names its setting', async () => {
  const url = new URL(`http://inside.test:${port}/secret-path`);
  const signal = new AbortController().signal;
  const sent = postJson(url, {}, { signal, allowPrivate: false, resolve: dns.resolve });
  await expect(sent).rejects.toThrow(
    /^inside\.test is .*notifications\.allow_private_addresses\.$/,
  );
  expect(hits).toBe(0);
});

test('a name that turns to this machine after it was checked gains nothing', async () => {
  const abort = new AbortController();
  const asking = get('turns.test', abort.signal).then(
    () => 'answered',
    () => 'failed',
  );
  await Promise.race([asking, delay(500)]);
  abort.abort();
  expect([await asking, hits, dns.timesAsked('turns.test')]).toEqual(['failed', 0, 1]);
  // Each request resolves again, reuses no connection, and is rejected because of the new address.
  await expect(get('turns.test')).rejects.toThrow(/address of this machine or its network/);
  await expect(get('turns.test')).rejects.toThrow(/address of this machine or its network/);
  expect([hits, dns.timesAsked('turns.test')]).toEqual([0, 3]);
});

test('no proxy of the environment is asked to fetch what we may not', async () => {
  let connections = 0;
  const proxy = createNetServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const module = new URL('./fetch-bytes.ts', import.meta.url).href;
  const script = `import { fetchBytes } from ${JSON.stringify(module)};
    for (const url of ['http://proxied.invalid/', 'https://proxied.invalid/']) {
      const signal = AbortSignal.timeout(5000);
      console.log(await fetchBytes(url, { signal, allowPrivate: false }).then(() => 'answered', () => 'failed'));
    }`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    {
      env: {
        ...process.env,
        ...{ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address },
        ...{ http_proxy: address, https_proxy: address, NO_PROXY: '', no_proxy: '' },
      },
    },
  );
  expect([stdout.trim().split('\n'), connections]).toEqual([['failed', 'failed'], 0]);
  await new Promise((resolve) => proxy.close(resolve));
});
