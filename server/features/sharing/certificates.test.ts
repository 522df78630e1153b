import { X509Certificate, createPrivateKey } from 'node:crypto';
import { connect, createServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { expect, it, test } from 'vitest';

import { describeCertificate } from './certificate.ts';
import { createCertificates } from './certificates.ts';

const day = 86_400_000;
const start = Date.parse('2026-11-21T12:00:00.000Z');

const setUp = () => {
  const kept = new Map<string, string>();
  const secrets = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
  };
  let now = start;
  const certificates = createCertificates({ secrets, clock: () => new Date(now) });
  return { kept, certificates, wait: (ms: number) => (now += ms) };
};

it('is a valid certificate of the names, signed by its own key', () => {
  const { certificates } = setUp();
  const { cert, key } = certificates(['attic.local', '192.168.1.5', 'fd00::2', '::1']);
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(read.checkHost('attic.local')).toBe('attic.local');
  expect(read.checkIP('192.168.1.5')).toBe('192.168.1.5');
  expect(read.checkIP('fd00::2')).toBe('fd00::2');
  expect(read.checkIP('::1')).toBe('::1');
  expect(read.checkHost('cellar.local')).toBeUndefined();
  expect(read.ca).toBe(false);
  // Node's name for the extended key usage.
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(read.validFromDate.getTime()).toBe(start - day);
  expect(read.validToDate.getTime()).toBe(start + 397 * day);
});

it('lets a client that trusts it talk over TLS 1.3', async () => {
  const { cert, key } = createCertificates({
    secrets: { get: () => null, set: () => undefined },
    clock: () => new Date(),
  })(['attic.local']);
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', ca: cert, servername: 'attic.local' });
  await once(client, 'secureConnect');
  expect([client.authorized, client.getProtocol()]).toEqual([true, 'TLSv1.3']);
  client.destroy();
  server.close();
});

it('stays the same until shortly before it ends', () => {
  const { certificates, wait } = setUp();
  const first = certificates(['attic.local']);
  wait(366 * day);
  expect(certificates(['attic.local'])).toEqual(first);
  wait(2 * day);
  const second = certificates(['attic.local']);
  expect(second.cert).not.toBe(first.cert);
  expect(second.key).toBe(first.key);
  expect(describeCertificate(second.cert).expires_at).toBe('2028-12-25T12:00:00.000Z');
});

it('is made again when the clock, which was ahead, is right again', () => {
  const { certificates, wait } = setUp();
  wait(3650 * day);
  const first = certificates(['attic.local']);
  wait(-3650 * day);
  const second = certificates(['attic.local']);
  expect(new X509Certificate(second.cert).validFromDate.getTime()).toBe(start - day);
  expect(second.key).toBe(first.key);
  expect(certificates(['attic.local'])).toEqual(second);
});

it('takes in new names and keeps the old ones', () => {
  const { certificates } = setUp();
  certificates(['attic.local', '192.168.1.5']);
  const away = certificates(['attic.local', '10.0.0.7']);
  const read = new X509Certificate(away.cert);
  expect([read.checkIP('192.168.1.5'), read.checkIP('10.0.0.7')]).not.toContain(undefined);
  expect(certificates(['attic.local', '192.168.1.5'])).toEqual(away);
});

test.each(['', 'no JSON', '{}', '{"cert":"x","key":"y","names":["attic.local"]}'])(
  'is made again where %j is stored',
  (text) => {
    const { kept, certificates } = setUp();
    kept.set('sharing_certificate', text);
    expect(describeCertificate(certificates(['attic.local']).cert).fingerprint).toMatch(
      /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/,
    );
  },
);
