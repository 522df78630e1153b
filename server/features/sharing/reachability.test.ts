import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { testSharing, updateSharing } from '../../../shared/api/sharing.ts';
import { startTestServer } from '../../testing/server.ts';
import { createReachability } from './reachability.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('reports for each address whether the server answers, or why not', async () => {
  const own = await answering((_, response) => response.end());
  const other = await answering((_, response) => response.writeHead(404).end());
  const mute = await answering(() => undefined);
  const closed = 'http://127.0.0.1:1';
  const check = createReachability();
  expect(await check.probeAll([own, other, mute, closed])).toEqual([
    null,
    'other-program',
    'timeout',
    'refused',
  ]);
  expect([own, closed].map((url) => check.answers(url))).toEqual([true, false]);
});

test('who runs the server can ask, while it is shared', async () => {
  const address = '127.0.0.2';
  const octavo = await startTestServer({
    networkInterfaces: () => ({
      eth7: [
        {
          address,
          netmask: '255.0.0.0',
          family: 'IPv4',
          mac: '02:00:00:00:00:01',
          internal: false,
          cidr: `${address}/8`,
        },
      ],
    }),
  });
  ends.push(() => octavo.stop());
  expect((await octavo.api.call(testSharing)).addresses).toEqual([]);
  await octavo.api.call(updateSharing, { body: { enabled: true, interfaces: 'eth7' } });
  const { addresses } = await octavo.api.call(testSharing);
  expect(addresses).toMatchObject([{ address, interface: 'eth7', reachable: true, reason: null }]);
  expect(addresses[0]?.qr).toMatch(/^<svg/);
});
