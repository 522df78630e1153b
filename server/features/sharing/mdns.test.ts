import { Bonjour, type Service } from 'bonjour-service';
import { afterEach, expect, it, vi } from 'vitest';

import { announce } from './mdns.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The services found by an independent mDNS client on the loopback network. */
const lookFor = (type: string, name: string) => {
  const bonjour = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as object);
  ends.push(() => bonjour.destroy());
  const seen: Service[] = [];
  const gone: string[] = [];
  bonjour
    .find({ type }, (service) => {
      if (service.name === name) seen.push(service);
    })
    // Other tests share servers on the same machine.
    .on('down', (service: Service) => {
      if (service.name === name) gone.push(service.name);
    });
  return { seen, gone };
};

const name = `Attic ${process.pid}`;
const problems: string[] = [];
const tell = (change: { port?: number; secure?: boolean } = {}) => {
  const end = announce({
    name,
    host: 'attic.local',
    port: 4477,
    secure: false,
    links: [['127.0.0.1', 'fd00::7'], ['fd00::8']],
    onProblem: (message) => problems.push(message),
    ...change,
  });
  ends.push(end);
  return end;
};

it('is found under both types by who looks before and after, and is gone after the goodbye', async () => {
  const before = lookFor('octavo', name);
  const end = tell();
  await vi.waitFor(() => expect(before.seen).toHaveLength(1));
  expect(before.seen[0]).toMatchObject({
    host: 'attic.local',
    port: 4477,
    txt: { path: '/', tls: '0' },
    addresses: ['127.0.0.1', 'fd00::7'],
  });
  const after = lookFor('http', name);
  await vi.waitFor(() => expect(after.seen).toHaveLength(1));
  await end();
  await vi.waitFor(() => expect([before.gone, after.gone]).toEqual([[name], [name]]));
  expect(problems).toEqual([]);
});

it('is announced as https where it speaks TLS', async () => {
  const secure = lookFor('https', name);
  tell({ secure: true });
  await vi.waitFor(() => expect(secure.seen).toHaveLength(1));
});
