import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { defaultConfig } from '../../config/config.ts';
import { listen, listenOn, readCertificate } from './listen.ts';

const config = defaultConfig('/nowhere');
config.server.port = 0;

it('does not wait for connections on which nothing was asked', async () => {
  const { url, port, close } = await listen((_request, response) => response.end('here'), config);
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  // Connections are accepted in order, so the server knows the previous one as well.
  expect(await (await fetch(url)).text()).toBe('here');
  const ended = once(unused, 'close');
  // Far beyond the test's timeout.
  await close(600_000);
  await ended;
});

it('lets a request that has begun end', async () => {
  let finish = () => undefined as unknown;
  const begun = Promise.withResolvers<undefined>();
  const { url, close } = await listen((_request, response) => {
    finish = () => response.end('late');
    begun.resolve(undefined);
  }, config);
  const answer = fetch(url);
  await begun.promise;
  const closed = close(600_000);
  finish();
  expect(await (await answer).text()).toBe('late');
  await closed;
});

it('drops a client that leaves its answer unread, and none that has read it', async () => {
  const answer = Buffer.alloc(32 * 1024 * 1024);
  const dropped: number[] = [];
  const { port, close } = await listenOn((_request, response) => response.end(answer), {
    host: '127.0.0.1',
    port: 0,
    certificate: null,
    // Longer than a busy machine keeps the reading client from its turn.
    unreadMs: 500,
    onConnection: (socket) => {
      const { remotePort = 0 } = socket;
      socket.once('close', () => dropped.push(remotePort));
    },
  });
  const ask = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  };
  const reading = (await ask()).resume();
  const stuck = (await ask()).pause();
  await vi.waitFor(() => expect(dropped).toEqual([stuck.localPort]), 10_000);
  stuck.destroy();
  reading.destroy();
  await close(0);
});

it('says which certificate cannot be used', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-listen-'));
  const cert = join(dir, 'cert.pem');
  const read = () => readCertificate({ cert, key: cert });
  await expect(read()).rejects.toThrow(`The TLS file ${cert} cannot be read`);
  writeFileSync(cert, 'no certificate');
  await expect(read()).rejects.toThrow('not a certificate and its private key');
  expect(await readCertificate({ cert: null, key: null })).toBeNull();
  rmSync(dir, { recursive: true });
});

it('leaves room for others when one address of the network opens all connections it can', async () => {
  const { port, close } = await listenOn((_request, response) => response.end('here'), {
    host: '0.0.0.0',
    port: 0,
    certificate: null,
    isExempt: () => false,
  });
  const ask = (localAddress: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = get({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
        response.resume();
        const { 'retry-after': seconds = '' } = response.headers;
        resolve(`${response.statusCode} ${seconds}`.trim());
      });
      asked.once('error', reject);
    });
  /** The median of seven requests of another address, ms. */
  const tookAnother = async () => {
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const begun = performance.now();
      expect(await ask('127.0.0.3')).toBe('200');
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[3] ?? 0;
  };
  const idle = await tookAnother();
  const flood = Array.from({ length: 600 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => undefined);
    // A rejected connection gets a response and is closed after it is read.
    return socket.resume();
  });
  await Promise.all(flood.map((socket) => once(socket, 'connect')));
  await expect.poll(() => flood.filter((socket) => !socket.closed).length).toBe(64);
  // As in fairness.test.ts, with the same allowance for a busy machine.
  expect(await tookAnother()).toBeLessThanOrEqual(2 * idle + 250);
  expect(await ask('127.0.0.2')).toBe('503 10');
  // Closed connections free their slots.
  for (const socket of flood) socket.destroy();
  await expect.poll(() => ask('127.0.0.2').catch(() => 'refused')).toBe('200');
  await close(0);
});
