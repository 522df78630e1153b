import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { updateSharing } from '../../../shared/api/sharing.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** A loopback address in place of a network interface. */
const attic = '127.0.0.4';
const cards = {
  eth7: [
    {
      address: attic,
      netmask: '255.0.0.0',
      family: 'IPv4' as const,
      mac: '02:00:00:00:00:01',
      internal: false,
      cidr: `${attic}/8`,
    },
  ],
};

let octavo: TestServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  octavo = await startTestServer({ networkInterfaces: () => cards });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await octavo.stop();
});

const open = async (host: string, text = ''): Promise<Socket> => {
  const socket = connect(Number(new URL(octavo.url).port), host);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
};
const request = (path: string) =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${octavo.token}\r\n\r\n`;
const headOf = async (socket: Socket) => {
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString().split('\r\n\r\n')[0] ?? '';
};
const healthy = async () => expect((await octavo.request('/health')).status).toBe(200);

it('of 500 event streams gets 429 beyond what one person may hold, and slows nobody else', async () => {
  const heads = await Promise.all(
    Array.from({ length: 500 }, async () =>
      headOf(await open('127.0.0.1', request('/events/stream'))),
    ),
  );
  const statuses = heads.map((head) => head.split(' ')[1]);
  expect(statuses.filter((status) => status === '200')).toHaveLength(32);
  expect(statuses.filter((status) => status === '429')).toHaveLength(468);
  const refused = heads.filter((head) => head.startsWith('HTTP/1.1 429'));
  expect(refused.every((head) => /\r\nRetry-After: 30/i.test(head))).toBe(true);
  await healthy();

  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitFor(async () => {
    const again = await headOf(await open('127.0.0.1', request('/events/stream')));
    expect(again).toMatch(/^HTTP\/1.1 200 /);
  });
});

it('of connections from the network leaves those of this machine alone', async () => {
  await octavo.api.call(updateSharing, { body: { enabled: true, interfaces: 'eth7' } });
  await Promise.all(Array.from({ length: 520 }, () => open(attic)));
  await healthy();
});

it('of requests whose answers nobody reads slows nobody else', async () => {
  const documents = Array.from({ length: 40 }, async () => {
    const socket = await open('127.0.0.1', request('/admin/settings?pageSize=500').repeat(100));
    socket.pause();
  });
  await Promise.all(documents);
  await healthy();
});
