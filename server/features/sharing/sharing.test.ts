import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import { afterEach, describe, expect, it, test, vi } from 'vitest';

import { updateSetting } from '../../../shared/api/settings.ts';
import { getSharing, updateSharing, type Sharing } from '../../../shared/api/sharing.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import {
  admin,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../testing/server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const card = (address: string) => ({
  address,
  netmask: '255.0.0.0',
  family: 'IPv4' as const,
  mac: '02:00:00:00:00:01',
  internal: false,
  cidr: `${address}/8`,
});

/** Loopback addresses in place of network interfaces. */
const attic = '127.0.0.2';
const cellar = '127.0.0.3';

const start = async (options: TestServerOptions = {}) => {
  const cards: Record<string, ReturnType<typeof card>[]> = { eth7: [card(attic)] };
  const octavo = await startTestServer({ networkInterfaces: () => cards, ...options });
  ends.push(() => octavo.stop());
  return { octavo, cards };
};

type Change = Parameters<typeof turn>[1];
const turn = (
  { api }: TestServer,
  body: { enabled: boolean; interfaces?: string; port?: number; tls?: 'off' | 'generated' | 'own' },
): Promise<Sharing> => api.call(updateSharing, { body: { interfaces: 'eth7', ...body } });

const health = async (url: string) => (await checkedFetch(`${url}/api/v1/health`)).status;
const urlAt = (address: string, { url }: TestServer) => `http://${address}:${new URL(url).port}`;

/** A connection that stays open and sends the given requests. */
const open = async (url: string, text = ''): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  ends.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
};

describe('sharing', () => {
  it('is off at first, so that only this machine reaches the server', async () => {
    const { octavo } = await start();
    expect(await octavo.api.call(getSharing)).toMatchObject({
      enabled: false,
      by_configuration: false,
      interfaces: 'private',
      available: [{ name: 'eth7', addresses: [attic] }],
      addresses: [],
      reachable: null,
      problem: null,
      mdns: { url: null },
    });
    await expect(health(urlAt(attic, octavo))).rejects.toThrow();
  });

  it('is turned on and off while the server runs', async () => {
    const { octavo } = await start();
    const url = urlAt(attic, octavo);
    const on = await turn(octavo, { enabled: true });
    expect(on).toMatchObject({
      enabled: true,
      addresses: [{ url, address: attic, interface: 'eth7', reachable: true }],
      reachable: true,
      problem: null,
    });
    expect(on.mdns.url).toMatch(/^http:\/\/[a-z0-9-]+\.local:\d+$/);
    expect(await health(url)).toBe(200);
    const off = await turn(octavo, { enabled: false });
    expect(off).toMatchObject({ enabled: false, addresses: [], mdns: { url: null } });
    await expect(health(url)).rejects.toThrow();
    expect(await health(octavo.url)).toBe(200);
  });

  it('that is turned off ends every foreign connection and none of this machine', async () => {
    const { octavo } = await start();
    await turn(octavo, { enabled: true });
    const url = urlAt(attic, octavo);
    const head = `Host: ${attic}\r\nAuthorization: Bearer ${octavo.token}\r\n\r\n`;
    const stream = await open(url, `GET /api/v1/events/stream HTTP/1.1\r\n${head}`);
    const idle = await open(url, `GET /api/v1/health HTTP/1.1\r\n${head}`);
    const silent = await open(url);
    const half = await open(url, 'PUT /api/v1/user/preferences/a HTTP/1.1\r\nContent-Le');
    await Promise.all([once(stream, 'data'), once(idle, 'data')]);
    const own = await octavo.request('/events/stream');
    const reader = own.body?.getReader();
    await reader?.read();

    const closed = [stream, idle, silent, half].map((socket) => once(socket, 'close'));
    for (const socket of [stream, idle, silent, half]) socket.resume();
    await turn(octavo, { enabled: false });
    await Promise.all(closed);
    // The stream of this machine is still open and receives events.
    const told = new TextDecoder().decode((await reader?.read())?.value);
    expect(told).toContain('event: sharing_updated');
    await reader?.cancel();
  });

  it('follows the settings too, and notifies listeners', async () => {
    const { octavo } = await start();
    const set = (key: string, value: string | boolean) =>
      octavo.api.call(updateSetting, { params: { key }, body: { value } });
    await set('sharing.interfaces', 'eth7');
    await set('sharing.enabled', true);
    await vi.waitFor(async () => expect(await health(urlAt(attic, octavo))).toBe(200));
    await set('sharing.enabled', false);
    await vi.waitFor(() => expect(health(urlAt(attic, octavo))).rejects.toThrow());
  });

  it('is on again after a restart', async () => {
    const { octavo, cards } = await start();
    await turn(octavo, { enabled: true });
    await octavo.server.stop();
    const again = await startTestServer({
      dataDir: octavo.dataDir,
      networkInterfaces: () => cards,
    });
    ends.push(() => again.stop());
    expect(await health(urlAt(attic, again))).toBe(200);
  });

  it('moves with the machine to another network', async () => {
    const { octavo, cards } = await start();
    await turn(octavo, { enabled: true });
    cards['eth7'] = [card(cellar)];
    await vi.waitFor(async () => expect(await health(urlAt(cellar, octavo))).toBe(200), {
      timeout: 15_000,
      interval: 100,
    });
    await expect(health(urlAt(attic, octavo))).rejects.toThrow();
    const { addresses } = await octavo.api.call(getSharing);
    expect(addresses.map(({ address }) => address)).toEqual([cellar]);
  }, 20_000);

  it('says so where the machine is in no private network, and waits for one', async () => {
    const { octavo } = await start();
    const state = await turn(octavo, { enabled: true, interfaces: 'private' });
    expect(state).toMatchObject({ enabled: true, addresses: [], reachable: null });
    expect(state.problem).toMatchObject({ code: 'no-address' });
  });
});

describe('a request from the network', () => {
  /** The status of a request with this `Host`. */
  const statusFor = async (octavo: TestServer, host: string) => {
    const socket = await open(
      urlAt(attic, octavo),
      `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    return head.toString().split(' ')[1];
  };

  it('may name the address, the announced name and those that were added, and no other', async () => {
    const { octavo } = await start();
    const { mdns } = await turn(octavo, { enabled: true });
    const { port } = new URL(octavo.url);
    const own = [attic, `${attic}:${port}`, '[::1]', mdns.host, mdns.host.toUpperCase()];
    for (const host of own) expect([host, await statusFor(octavo, host)]).toEqual([host, '200']);
    const others = ['attacker.example', `${attic}.attacker.example`, '192.0.2.77', 'nas.home.arpa'];
    for (const host of others) expect([host, await statusFor(octavo, host)]).toEqual([host, '421']);
    await octavo.api.call(updateSharing, { body: { enabled: true, names: 'nas.home.arpa, nas' } });
    expect(await statusFor(octavo, 'NAS.home.arpa')).toBe('200');
  });

  it('with Basic credentials that a page of another site caused changes nothing', async () => {
    const { octavo } = await start();
    await turn(octavo, { enabled: true });
    const ask = (headers: Record<string, string>) =>
      checkedFetch(`${urlAt(attic, octavo)}/api/v1/sharing`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa(`${admin.username}:${admin.password}`)}`,
          ...headers,
        },
        body: '{"enabled":true}',
      });
    expect((await ask({ origin: 'http://attacker.example' })).status).toBe(403);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask({ origin: urlAt(attic, octavo) })).status).toBe(200);
  });
});

/** Sends a request over TLS and trusts only the given certificate. */
const askSecurely = (url: string, ca: string, body?: object) =>
  new Promise<{ status: number; cookies: string[]; body: string }>((resolve, reject) => {
    const options = {
      ca,
      agent: false,
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
    };
    secureRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookies: response.headers['set-cookie'] ?? [],
          body: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });

/** The certificate that a server presents. */
const shownAt = async (url: string) => {
  const { hostname, port } = new URL(url);
  const socket = connectSecurely({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw);
};

describe('over TLS', () => {
  it('shows the same certificate after a restart', async () => {
    const { octavo, cards } = await start();
    const { tls, addresses } = await turn(octavo, { enabled: true, tls: 'generated' });
    await octavo.server.stop();
    const again = await startTestServer({
      dataDir: octavo.dataDir,
      networkInterfaces: () => cards,
    });
    ends.push(() => again.stop());
    const url = (await again.api.call(getSharing)).addresses[0]?.url ?? '';
    expect(url).toMatch(/^https:/);
    expect(addresses).toHaveLength(1);
    expect((await shownAt(url)).fingerprint256).toBe(tls.fingerprint);
  });

  it('makes a certificate that names the address, and keeps plain HTTP on this machine', async () => {
    const { octavo } = await start();
    const on = await turn(octavo, { enabled: true, tls: 'generated' });
    const url = urlAt(attic, octavo).replace('http:', 'https:');
    expect(on.addresses).toMatchObject([{ url, reachable: true }]);
    const certificate = await shownAt(url);
    expect(certificate.checkIP(attic)).toBe(attic);
    expect(certificate.checkHost(on.mdns.host)).toBe(on.mdns.host);
    expect(on.tls).toMatchObject({ mode: 'generated', fingerprint: certificate.fingerprint256 });
    const pem = certificate.toString();
    expect((await askSecurely(`${url}/api/v1/health`, pem)).status).toBe(200);
    expect(await health(octavo.url)).toBe(200);
    const again = await turn(octavo, { enabled: false }).then(() =>
      turn(octavo, { enabled: true }),
    );
    expect(again.tls.fingerprint).toBe(certificate.fingerprint256);
  });

  it('cookies are secure, and of another name than without', async () => {
    const { octavo } = await start();
    await turn(octavo, { enabled: true, tls: 'generated' });
    const url = urlAt(attic, octavo).replace('http:', 'https:');
    const pem = (await shownAt(url)).toString();
    const login = await askSecurely(`${url}/api/v1/auth/login`, pem, admin);
    expect(login.cookies).toEqual([
      expect.stringMatching(/^__Host-octavo_session=.+; Path=\/; HttpOnly; .*; Secure$/),
    ]);
    const [cookie = ''] = login.cookies[0]?.split(';') ?? [];
    const me = await checkedFetch(`${octavo.url}/api/v1/auth/me`, { headers: { cookie } });
    expect(me.status).toBe(200);
    const plain = await checkedFetch(`${octavo.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    expect(plain.headers.getSetCookie()[0]).toMatch(/^octavo_session=(?!.*Secure)/);
  });

  it('a handshake that hangs ends with the sharing', async () => {
    const { octavo } = await start();
    await turn(octavo, { enabled: true, tls: 'generated' });
    const hanging = await open(urlAt(attic, octavo));
    const closed = once(hanging.resume(), 'close');
    await turn(octavo, { enabled: false });
    await closed;
  });
});

describe('a port that is taken', () => {
  const occupy = async () => {
    const server = createServer().listen(0, attic);
    ends.push(() => server.close());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };

  it('is refused with one that is free, and nothing changes', async () => {
    const { octavo } = await start();
    const port = await occupy();
    const refusal = await turn(octavo, { enabled: true, port }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'Conflict' });
    const { free_port } = (refusal as { details: { free_port: number } }).details;
    expect(free_port).toBeGreaterThan(port);
    expect(await octavo.api.call(getSharing)).toMatchObject({ enabled: false, problem: null });
    const on = await turn(octavo, { enabled: true, port: free_port });
    expect(on.addresses[0]).toMatchObject({ url: `http://${attic}:${free_port}`, reachable: true });
  });

  it('at the start is reported, and the server starts nevertheless', async () => {
    const { octavo, cards } = await start();
    const port = await occupy();
    const setting = (key: string, value: string | number | boolean) =>
      octavo.api.call(updateSetting, { params: { key }, body: { value } });
    await setting('sharing.port', port);
    await setting('sharing.interfaces', 'eth7');
    await setting('sharing.enabled', true);
    await octavo.server.stop();
    const again = await startTestServer({
      dataDir: octavo.dataDir,
      networkInterfaces: () => cards,
    });
    ends.push(() => again.stop());
    expect(await again.api.call(getSharing)).toMatchObject({
      enabled: true,
      addresses: [],
      problem: { code: 'port-taken', message: expect.stringContaining(String(port)) as string },
    });
  });
});

test.each<[string, Change, string]>([
  ['a port that is none', { enabled: true, port: 70_000 }, 'body.port'],
  ['no interface', { enabled: true, interfaces: ' ' }, 'body.interfaces'],
  ['a certificate that is not there', { enabled: true, tls: 'own' }, 'body.tls'],
])('%s is refused', async (_, change, path) => {
  const { octavo } = await start();
  await expect(turn(octavo, change)).rejects.toMatchObject({
    code: 'BadRequest',
    details: [{ path }],
  });
});

describe('a server that its configuration shares', () => {
  it('says so, and is not turned off here', async () => {
    const { octavo } = await start({
      config: (config) => {
        config.server.host = '0.0.0.0';
      },
    });
    const url = urlAt(attic, octavo);
    await vi.waitFor(async () =>
      expect(await octavo.api.call(getSharing)).toMatchObject({
        enabled: true,
        by_configuration: true,
        addresses: [{ url, reachable: true }],
      }),
    );
    await expect(turn(octavo, { enabled: false })).rejects.toMatchObject({ code: 'Conflict' });
    expect(await health(url)).toBe(200);
  });
});
