import { afterEach, describe, expect, test, vi } from 'vitest';

import { announce } from '../../server/features/sharing/mdns.ts';
import { needs } from '../../server/testing/needs.ts';
import { hasMulticast } from '../testing/multicast.ts';
import { startOtherServer } from '../testing/other-servers.ts';
import { askServer } from './ask-server.ts';
import { findServers } from './find-servers.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const loopback = [
  { address: '127.0.0.1', family: 'IPv4', interface: 'lo', internal: false } as const,
];
const name = `Octavo on attic-${process.pid}`;
const find = (isOwn: (host: string, port: number) => boolean = () => false) => {
  const finder = findServers({
    interfaces: loopback,
    isOwn,
    ask: (url) => askServer(url, { pinnedKey: null, acceptsAny: true }),
  });
  ends.push(finder.stop);
  // Other tests share servers on the same machine.
  return () => finder.list().filter((server) => server.name === name);
};
const tell = (change: Partial<Parameters<typeof announce>[0]> = {}) => {
  const end = announce({
    name,
    host: `attic-${process.pid}.local`,
    port: 1,
    secure: false,
    links: [['127.0.0.1']],
    onProblem: (message) => expect.unreachable(message),
    ...change,
  });
  ends.push(end);
  return end;
};
const patience = { timeout: 10_000, interval: 50 };

describe.skipIf(!hasMulticast)('servers in the network', needs('multicast'), () => {
  test('appear with name, address and version, and disappear with their goodbye', async () => {
    const server = await startOtherServer();
    ends.push(() => server.stop());
    const { port } = new URL(server.url);
    const list = find();
    const end = tell({ port: Number(port) });
    await vi.waitFor(
      () =>
        expect(list()).toEqual([
          { name, url: `http://127.0.0.1:${port}`, version: '0.1.0', isSilent: false },
        ]),
      patience,
    );
    await end();
    await vi.waitFor(() => expect(list()).toEqual([]), patience);
  });

  test('are listed as silent when they do not answer', async () => {
    const list = find();
    tell({ secure: true });
    await vi.waitFor(
      () =>
        expect(list()).toEqual([
          { name, url: 'https://127.0.0.1:1', version: null, isSilent: true },
        ]),
      patience,
    );
  });

  test('are not listed when they are our own, or outside of the home network', async () => {
    const own = find((host, port) => host === '127.0.0.1' && port === 1);
    const all = find();
    tell({ links: [['127.0.0.1']] });
    await vi.waitFor(() => expect(all()).toHaveLength(1), patience);
    expect(own()).toEqual([]);
  });
});
