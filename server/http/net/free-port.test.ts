import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { findFreePort } from './free-port.ts';

const servers: Server[] = [];
const listen = (port: number) =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () =>
      resolve((server.address() as AddressInfo).port),
    );
    servers.push(server);
  });
afterEach(() => servers.splice(0).forEach((server) => server.close()));

test('takes the wanted port, or a later one while it is taken', async () => {
  const taken = await listen(0);
  const found = await findFreePort(taken, '127.0.0.1');
  expect(found).toBeGreaterThan(taken);
  expect(found).toBeLessThan(taken + 50);
  expect(await findFreePort(found, '127.0.0.1')).toBe(found);
});
