import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { getSharing, updateSharing } from '../../../shared/api/sharing.ts';
import { createClient } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { mountHanging, noMountReason } from '../../testing/hanging-mount.ts';
import { needs } from '../../testing/needs.ts';
import { startTestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { createCertificates } from './certificates.ts';
import { describeCertificate } from './certificate.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const setUp = async (madeAt = new Date()) => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-own-certificate-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const secrets = { get: () => null, set: () => undefined };
  const made = createCertificates({ secrets, clock: () => madeAt })(['attic.example']);
  const files = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') };
  writeFileSync(files.tls_cert, made.cert);
  writeFileSync(files.tls_key, made.key);
  const card = {
    address: '127.0.0.2',
    netmask: '255.0.0.0',
    family: 'IPv4' as const,
    mac: '02:00:00:00:00:01',
    internal: false,
    cidr: '127.0.0.2/8',
  };
  const octavo = await startTestServer({ networkInterfaces: () => ({ eth7: [card] }) });
  ends.push(() => octavo.stop());
  const share = (change: { tls_cert?: string; tls_key?: string } = {}) =>
    octavo.api.call(updateSharing, {
      body: { enabled: true, interfaces: 'eth7', tls: 'own', ...files, ...change },
    });
  return { octavo, files, made, share, folder };
};

test('files that are named while the server runs are what other devices see', async () => {
  const { share, files, made } = await setUp();
  const on = await share();
  expect(on.tls).toMatchObject({
    mode: 'own',
    fingerprint: describeCertificate(made.cert).fingerprint,
    cert: files.tls_cert,
    key: files.tls_key,
  });
  expect(on.addresses[0]).toMatchObject({ reachable: true });
  expect(on.addresses[0]?.url).toMatch(/^https:/);
});

const nowhere = join(tmpdir(), 'nowhere', 'cert.pem');

test.each([
  ['a file that is not there', { tls_cert: nowhere }, nowhere],
  ['a folder', { tls_cert: tmpdir() }, tmpdir()],
  process.platform === 'win32'
    ? ['a device', { tls_cert: '\\\\.\\pipe\\x' }, 'names a device']
    : ['something that never ends', { tls_key: '/dev/zero' }, '/dev/zero'],
  ['no key', { tls_key: '' }, 'name the files'],
])('%s is refused, and nothing changes', async (_, change, told) => {
  const { octavo, share } = await setUp();
  await expect(share(change)).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringContaining(told) as string,
    details: [{ path: 'body.tls_cert' }],
  });
  expect(await octavo.api.call(getSharing)).toMatchObject({ enabled: false, tls: { mode: 'off' } });
});

test('a key that does not fit is refused', async () => {
  const { share, files } = await setUp();
  await expect(share({ tls_key: files.tls_cert })).rejects.toMatchObject({
    message: expect.stringContaining('are not a certificate and its private key') as string,
  });
});

test('the key of another certificate is refused', async () => {
  const { octavo, share, folder } = await setUp();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = join(folder, 'other.pem');
  writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(share({ tls_key: other })).rejects.toMatchObject({
    code: 'BadRequest',
    message: expect.stringContaining(
      `${other} are not a certificate and its private key`,
    ) as string,
  });
  expect(await octavo.api.call(getSharing)).toMatchObject({ enabled: false });
});

test('one that has ended is shown, with what to do about it', async () => {
  const { share } = await setUp(new Date('2024-01-10T12:00:00Z'));
  const on = await share();
  expect(on.problem).toEqual({
    code: 'certificate',
    message:
      'The certificate expired on 2025-02-10, so browsers and apps refuse it. Replace it, or let Octavo create one.',
    free_port: null,
  });
  expect(on.addresses[0]?.url).toMatch(/^https:/);
});

test('files that went away while sharing are named, and nothing stays open without them', async () => {
  const { octavo, share, files } = await setUp();
  const { addresses } = await share();
  rmSync(files.tls_key);
  await octavo.api.call(updateSharing, { body: { enabled: false } });
  await expect(share()).rejects.toMatchObject({
    message: `The TLS file ${files.tls_key} cannot be read`,
  });
  await expect(checkedFetch(`${addresses[0]?.url ?? ''}/api/v1/health`)).rejects.toThrow();
});

test('who only reads is not told where files lie', async () => {
  const { octavo, share } = await setUp();
  await share();
  const mia = await addUser(octavo.dataDir, { username: 'mia', role: 'reader' });
  const api = createClient({ baseUrl: octavo.url, fetch: checkedFetch, headers: () => mia });
  expect((await api.call(getSharing)).tls).toMatchObject({ mode: 'own', cert: null, key: null });
});

test.skipIf(noMountReason !== null)(
  'a drive that hangs under the files stops neither the server nor sharing',
  { ...needs(noMountReason ?? 'nothing'), timeout: 60_000 },
  async () => {
    const { octavo, files, share, folder } = await setUp();
    const path = `${folder}-mounted`;
    const mount = await mountHanging(folder, path);
    ends.push(() => mount.unmount());
    const mounted = {
      tls_cert: join(path, basename(files.tls_cert)),
      tls_key: join(path, basename(files.tls_key)),
    };
    const { tls } = await share(mounted);
    // The server runs in this process, so that a call that blocks would block the test as well.
    mount.answerAfter(30);
    mount.hang();
    const asked = performance.now();
    const refused = expect(share(mounted)).rejects.toThrow(
      `The TLS file ${mounted.tls_cert} cannot be read`,
    );
    expect((await octavo.request('/health')).status).toBe(200);
    expect(performance.now() - asked).toBeLessThan(4000);
    await refused;
    expect(performance.now() - asked).toBeLessThan(15_000);
    expect(await octavo.api.call(getSharing)).toMatchObject({
      enabled: true,
      problem: null,
      tls: { fingerprint: tls.fingerprint },
      addresses: [{ reachable: true }],
    });
    mount.answer();
    await vi.waitFor(() => share(mounted), 10_000);
  },
);
