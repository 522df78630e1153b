import { existsSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, test, vi } from 'vitest';

import { announce } from '../../server/features/sharing/mdns.ts';
import { needs } from '../../server/testing/needs.ts';
import { getMe } from '../../shared/api/auth.ts';
import { updateSharing } from '../../shared/api/sharing.ts';
import { serverKeyOf } from '../connection/server-key.ts';
import { openState } from '../desktop-state.ts';
import { channels } from '../ipc/channels.ts';
import type { FakePorts } from '../testing/fake-ports.ts';
import { hasMulticast } from '../testing/multicast.ts';
import {
  certificateFor,
  listenWith,
  proxyBelow,
  startOtherServer,
} from '../testing/other-servers.ts';
import {
  begin,
  onlyTray,
  quit,
  serverUrl,
  signIn,
  start as startShell,
  stateFile,
  useDesktopFolder,
  userData,
} from '../testing/running-desktop.ts';
import { hasOwnLibrary } from '../connection/connection.ts';

useDesktopFolder();

const patience = { timeout: 20_000, interval: 30 };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const other = async (options: Parameters<typeof startOtherServer>[0] = {}) => {
  const server = await startOtherServer(options);
  ends.push(() => server.stop());
  return server;
};
/** Shell and server have the same version. */
const start = (options: Parameters<typeof startShell>[0] = {}) =>
  startShell({ version: '0.1.0', ...options });
const remember = (url: string, name = 'Attic') =>
  openState(stateFile()).update({ connection: { kind: 'server', url, name } });
const stored = () => openState(stateFile()).get();

const isChooser = ({ options }: FakePorts['windows']['created'][number]) =>
  options.webPreferences?.partition === 'octavo-chooser';
const open = ({ windows }: FakePorts) => windows.created.filter(({ destroyed }) => !destroyed);
const chooserOf = (ports: FakePorts) => open(ports).find(isChooser);
const libraryOf = (ports: FakePorts) => open(ports).find((window) => !isChooser(window));
const shownLibrary = (ports: FakePorts) =>
  vi.waitFor(() => {
    const window = libraryOf(ports);
    if (!window?.visible) throw new Error('No library is shown');
    return window;
  }, patience);
const shownChooser = (ports: FakePorts) =>
  vi.waitFor(() => {
    const window = chooserOf(ports);
    if (!window) throw new Error('No chooser is shown');
    return window;
  }, patience);
/** Sends a request of the chooser's page. */
const page = (ports: FakePorts, path: string, body?: unknown) =>
  ports.localPages.request('octavo-chooser', path, body);
const connectTo = async (ports: FakePorts, address: string, key: string | null = null) =>
  (await page(ports, '/connect', { address, key })).json() as Promise<unknown>;
const view = async (ports: FakePorts) =>
  (await (await page(ports, '/view')).json()) as {
    servers: unknown[];
    problem: { title: string; message: string } | null;
  };

describe('the first start', () => {
  const first = () => {
    openState(stateFile()).update({ connection: null });
    return begin({ version: '0.1.0' });
  };

  test('asks, and starts no server before the answer', async () => {
    const { ports, started } = first();
    const window = await shownChooser(ports);
    expect(window).toMatchObject({ url: 'octavo-shell://chooser/', visible: true });
    expect(window.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
    expect(window.options.webPreferences).not.toHaveProperty('preload');
    expect(hasOwnLibrary(userData)).toBe(false);

    await page(ports, '/own', {});
    await started;
    expect(libraryOf(ports)?.url).toBe(serverUrl());
    expect(chooserOf(ports)).toBeUndefined();
    expect(hasOwnLibrary(userData)).toBe(true);
  });

  test('connects to a server, and never starts one of its own', async () => {
    const { url } = await other();
    const { ports, started } = first();
    await shownChooser(ports);
    expect(await connectTo(ports, url)).toMatchObject({ kind: 'connected' });
    await started;
    expect((await shownLibrary(ports)).url).toBe(url);
    expect(hasOwnLibrary(userData)).toBe(false);
    expect(existsSync(join(userData, 'desktop-secrets.json'))).toBe(false);
    expect(stored()).toMatchObject({ connection: { kind: 'server', url }, port: null });
    expect(ports.app.relaunches).toBe(0);
  });

  test('quits when the window is closed without a choice', async () => {
    const { ports } = first();
    (await shownChooser(ports)).close();
    expect(await ports.app.exited).toBe(0);
    expect(stored().connection).toBeNull();
  });

  test('is not made for a person who has a library already, although the shell lost its state', async () => {
    await quit(await start());
    openState(stateFile()).update({ connection: null, owner: null });
    const ports = await start();
    expect(chooserOf(ports)).toBeUndefined();
    expect(libraryOf(ports)?.url).toBe(serverUrl());
  });
});

describe('an address', () => {
  test('that cannot be used says what happened and what to do', async () => {
    const { url } = await other();
    const { port } = new URL(url);
    const nas = await listenWith((_asked, response) => response.end('NAS'));
    const newer = await listenWith((_asked, response) =>
      response.end('{"status":"ok","version":"3.0.0","uptime_seconds":1}'),
    );
    ends.push(nas.stop, newer.stop);
    const ports = await start();
    onlyTray(ports).entry('Connect to a server…').click?.();
    for (const [address, message] of [
      ['', 'Enter the address of the server.'],
      ['ftp://attic.local', 'must begin with http'],
      ['http://anna:x@attic.local', 'Leave the user name and password out'],
      ['http://no-such-computer.invalid', 'Check the spelling'],
      [nas.url, 'it is not Octavo'],
      [`${url}/octavo`, 'the path if Octavo is behind a proxy'],
      [newer.url, 'runs version 3.0.0, this app is version 0.1.0. Update this app'],
      [serverUrl(), 'This is the Octavo of this computer'],
      [serverUrl().replace('127.0.0.1', 'localhost'), 'This is the Octavo of this computer'],
    ] as const) {
      expect([address, await connectTo(ports, address)]).toEqual([
        address,
        { kind: 'failed', message: expect.stringContaining(message) as string },
      ]);
    }
    // Without a scheme, whichever of http and https answers is used.
    ports.dialogs.answer = 'Cancel';
    expect(await connectTo(ports, `127.0.0.1:${port}`)).toMatchObject({
      connection: { url, name: `127.0.0.1:${port}` },
    });
    expect(stored().connection).toEqual({ kind: 'own' });
  });

  test('below a base path is kept, and the window stays below it', async () => {
    const { url } = await other();
    const proxy = await listenWith(proxyBelow('/octavo', url));
    ends.push(proxy.stop);
    const site = `${proxy.url}/octavo`;
    remember(site);
    const window = await shownLibrary(await start());
    expect(window.url).toBe(site);
    expect(window.navigate(`${site}/book/1`)).toBe(true);
    expect(window.navigate(site)).toBe(true);
    for (const outside of ['/', '/octavo2/', '/octavo/../admin', '/OCTAVO/']) {
      expect([outside, window.navigate(proxy.url + outside)]).toEqual([outside, false]);
      expect(window.navigate(proxy.url + outside, false)).toBe(false);
    }
    expect(window.download([`${proxy.url}/backup.zip`], 'a.zip')).toBeNull();
  });
});

describe.skipIf(!hasMulticast)('a server in the network', needs('multicast'), () => {
  test('is listed with its version and connected under its name', async () => {
    const { url } = await other();
    const name = `Octavo on attic-${process.pid}`;
    const end = announce({
      ...{ name, host: `attic-${process.pid}.local`, port: Number(new URL(url).port) },
      secure: false,
      links: [['127.0.0.1']],
      onProblem: (message) => expect.unreachable(message),
    });
    ends.push(end);
    const lo = { address: '127.0.0.1', family: 'IPv4', internal: false };
    const ports = await start({ networkInterfaces: () => ({ lo: [lo as NetworkInterfaceInfo] }) });
    onlyTray(ports).entry('Connect to a server…').click?.();
    await vi.waitFor(async () => {
      const { servers } = await view(ports);
      expect(servers).toContainEqual(
        expect.objectContaining({ name, url, version: '0.1.0', isCurrent: false }),
      );
    }, patience);
    expect(await connectTo(ports, url)).toMatchObject({ connection: { url, name } });
    await vi.waitFor(() => expect(ports.dialogs.asked[0]?.message).toContain(name));
  });
});

describe('changing', () => {
  test('to a server says what other devices lose, keeps the library, and comes back', async () => {
    const { url } = await other();
    const first = await start();
    const { client } = await signIn(first);
    const owner = await client.call(getMe);
    await client.call(updateSharing, { body: { enabled: true } });

    const bridge = { url: `${serverUrl()}/settings`, isMainFrame: true };
    await first.ipc.invoke(channels.chooseServer, bridge);
    await shownChooser(first);
    first.dialogs.answer = 'Cancel';
    await connectTo(first, url);
    await vi.waitFor(() => expect(first.dialogs.asked).toHaveLength(1));
    expect(first.dialogs.asked[0]?.detail).toContain('Other devices can then no longer read');
    expect(first.app.relaunches).toBe(0);
    expect((await fetch(`${serverUrl()}/api/v1/health`)).status).toBe(200);

    const own = serverUrl();
    first.dialogs.answer = 'Stop and connect';
    await connectTo(first, url);
    expect(await first.app.exited).toBe(0);
    expect(first.app.relaunches).toBe(1);

    const second = await start();
    expect((await shownLibrary(second)).url).toBe(url);
    await expect(fetch(`${own}/api/v1/health`)).rejects.toThrow();
    onlyTray(second).entry('Use this computer’s own library').click?.();
    expect(await second.app.exited).toBe(0);
    expect(second.app.relaunches).toBe(1);

    const third = await start();
    expect((await (await signIn(third)).client.call(getMe)).id).toBe(owner.id);
    expect(stored().connection).toEqual({ kind: 'own' });
  });
});

describe('the page of another server', () => {
  const connected = async (options: Parameters<typeof startShell>[0] = {}) => {
    const server = await other();
    remember(server.url);
    const ports = await start(options);
    return { ...server, ports, window: await shownLibrary(ports) };
  };

  test('is in the sandbox, in a session of its own, without a preload script', async () => {
    const { window } = await connected();
    const preferences = window.options.webPreferences;
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      partition: expect.stringMatching(/^persist:server-[0-9a-f]{16}$/) as string,
    });
    expect(preferences).not.toHaveProperty('preload');
    // Without a preload script the menu bar leads to the shell.
    expect(window.options.autoHideMenuBar).toBe(false);
  });

  test('can send no message to the shell', async () => {
    const { ports } = await connected();
    // No handler is even registered.
    expect(ports.ipc.channels()).toEqual([]);
  });

  test('stays on its origin, connects to no other, and gets three permissions', async () => {
    const { url, window } = await connected();
    for (const away of [
      'https://evil.example/',
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:1',
      'octavo-shell://chooser/',
      url.replace('127.0.0.1', 'localhost'),
      url.replace('http:', 'https:'),
      `${url}@evil.example/`,
      `${url}0/`,
    ]) {
      expect([away, window.navigate(away)]).toEqual([away, false]);
      expect([away, window.navigate(away, false)]).toEqual([away, false]);
      expect([away, window.request(away)]).toEqual([away, away.startsWith('data:')]);
      expect(window.requestPermission('fullscreen', away)).toBe(false);
      expect(window.download([away], 'a.cbz')).toBeNull();
    }
    expect(window.navigate(`${url}/book/1`)).toBe(true);
    expect(window.request(`${url}/api/v1/series`)).toBe(true);
    expect(window.request(`blob:${url}/5f1c`)).toBe(true);
    expect(window.requestPermission('fullscreen', url)).toBe(true);
    for (const permission of ['media', 'geolocation', 'notifications', 'usb', 'openExternal']) {
      expect(window.requestPermission(permission, url)).toBe(false);
    }
    expect(window.attachWebview()).toBe(false);
    expect(window.download([`${url}/api/v1/books/1/file`], 'Saga.cbz')).toBe('Saga.cbz');
    expect(window.download([`${url}/a`, 'https://evil.example/a'], 'a.cbz')).toBeNull();
  });

  test('opens a link only after a question, and one at a time', async () => {
    const { ports, window } = await connected();
    for (let times = 0; times < 5; times++) window.openWindow('https://octavo.example/');
    window.openWindow('smb://server/share');
    await vi.waitFor(() => expect(ports.dialogs.asked).toHaveLength(1));
    expect(ports.dialogs.asked[0]?.detail).toContain('https://octavo.example/');
    expect(ports.shell.opened).toEqual([]);
    ports.dialogs.answer = 'Open in browser';
    await new Promise((resolve) => setTimeout(resolve, 10));
    window.openWindow('https://octavo.example/');
    await vi.waitFor(() => expect(ports.shell.opened).toEqual(['https://octavo.example/']));
  });

  test('reads a book in another window of the same session, and in a bounded number', async () => {
    const { ports, url, window } = await connected();
    const ids = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'));
    for (const id of ids) window.openWindow(`${url}/read/0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a${id}`);
    const readers = open(ports).filter((opened) => opened !== window);
    expect(readers).toHaveLength(20);
    for (const { options, url: address, navigate, accepts } of readers) {
      expect(options.webPreferences?.partition).toBe(window.options.webPreferences?.partition);
      expect(options.webPreferences).not.toHaveProperty('preload');
      expect(address).toMatch(/\?own=book$/);
      expect(navigate('https://evil.example/')).toBe(false);
      expect(accepts(certificateFor().cert, '127.0.0.1')).toBe(false);
    }
  });

  test('shows the page of a link, and opens no file', async () => {
    const { ports, url, window } = await connected();
    const id = '0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
    ports.app.openLink(`octavo://book/${id}`);
    await vi.waitFor(() => expect(window.url).toBe(`${url}/book/${id}`));
    ports.app.openFile('/home/anna/Saga.cbz');
    await vi.waitFor(() => expect(ports.dialogs.errors).toHaveLength(1));
    expect(ports.dialogs.errors[0]?.title).toContain('own library');
  });

  test('has a tray without scans and sharing, in the language of the person', async () => {
    const { ports, url } = await connected({ locale: 'de-AT' });
    expect(onlyTray(ports).labels()).toEqual([
      'Octavo öffnen',
      'Verbunden mit Attic',
      url,
      'Eigene Bibliothek dieses Computers verwenden',
      'Mit einem anderen Server verbinden …',
      'Nach Updates suchen …',
      'Octavo beenden',
    ]);
  });
});

describe('TLS with a certificate of its own', () => {
  test('is compared once, pinned, and refused when it changes', async () => {
    const certificate = certificateFor();
    const server = await other({ certificate });
    const { fingerprint, key } = serverKeyOf(certificate.cert);
    const ports = await start();
    onlyTray(ports).entry('Connect to a server…').click?.();
    const asked = { kind: 'certificate', url: server.url, fingerprint, key, isChanged: false };
    expect(await connectTo(ports, server.url)).toMatchObject(asked);
    // A key that was not shown is not accepted.
    expect(await connectTo(ports, server.url, 'a'.repeat(64))).toMatchObject({
      kind: 'certificate',
      key,
    });
    ports.dialogs.answer = 'Stop and connect';
    expect(await connectTo(ports, server.url, key)).toMatchObject({ kind: 'connected' });
    expect(await ports.app.exited).toBe(0);
    expect(stored().trustedKeys).toEqual({ [server.url]: key });

    // Asked once: the next start shows the library.
    const second = await start();
    const window = await shownLibrary(second);
    expect(window.url).toBe(server.url);
    expect(window.accepts(certificate.cert, '127.0.0.1')).toBe(true);
    expect(window.accepts(certificateFor(certificate.key).cert, '127.0.0.1')).toBe(true);
    expect(window.accepts(certificateFor().cert, '127.0.0.1')).toBe(false);
    expect(window.accepts(certificate.cert, 'evil.example')).toBe(false);
    expect(window.accepts('not a certificate', '127.0.0.1')).toBe(false);
    expect(window.accepts(certificateFor().cert, '127.0.0.1', true)).toBe(true);
    await quit(second);

    const { port } = new URL(server.url);
    await server.stop();
    ends.splice(0);
    const changed = certificateFor();
    await other({ certificate: changed, port: Number(port) });
    const third = await start();
    await shownChooser(third);
    expect(libraryOf(third)).toBeUndefined();
    expect((await view(third)).problem).toEqual({
      title: `127.0.0.1:${port} does not answer`,
      message: expect.stringContaining('not the one that you trusted') as string,
    });
    expect(await connectTo(third, server.url)).toMatchObject({
      kind: 'certificate',
      fingerprint: serverKeyOf(changed.cert).fingerprint,
      isChanged: true,
    });
    expect(await connectTo(third, server.url, serverKeyOf(changed.cert).key)).toMatchObject({
      kind: 'connected',
    });
    expect(await third.app.exited).toBe(0);
    expect((await shownLibrary(await start())).url).toBe(server.url);
  });
});

describe('a server that does not answer', () => {
  test('is waited for on a page of the shell, and shown when it is back', async () => {
    const server = await startOtherServer();
    const { port } = new URL(server.url);
    const dataDir = server.dataDir;
    await server.stop();
    remember(server.url);
    const ports = await start();
    await shownChooser(ports);
    expect(libraryOf(ports)).toBeUndefined();
    expect((await view(ports)).problem).toEqual({
      title: 'Attic does not answer',
      message: expect.stringContaining('nothing answers at this port') as string,
    });
    expect(onlyTray(ports).labels()).toContain('Attic does not answer');
    expect(onlyTray(ports).state).toBe('attention');

    await other({ port: Number(port), dataDir });
    expect((await shownLibrary(ports)).url).toBe(server.url);
    expect(chooserOf(ports)).toBeUndefined();
    await vi.waitFor(() => {
      expect(onlyTray(ports).labels()).toContain('Connected to Attic');
      expect(onlyTray(ports).state).toBe('idle');
    }, patience);
  });

  test('while a page is open keeps it; only a failed load replaces it', async () => {
    const server = await startOtherServer();
    const { port } = new URL(server.url);
    remember(server.url);
    const ports = await start();
    const window = await shownLibrary(ports);
    await window.load(`${server.url}/book/1`);
    await server.stop();
    ports.power.resume();
    await vi.waitFor(() => expect(onlyTray(ports).state).toBe('attention'), patience);
    expect(window.visible).toBe(true);
    expect(chooserOf(ports)).toBeUndefined();

    window.failToLoad();
    await shownChooser(ports);
    expect(window.visible).toBe(false);
    await other({ port: Number(port) });
    await page(ports, '/retry', {});
    expect(await shownLibrary(ports)).toMatchObject({ url: `${server.url}/book/1`, focused: true });
  });

  test('can be left for the own library, or for another server', async () => {
    remember('http://127.0.0.1:1');
    const { url } = await other();
    const first = await start();
    await shownChooser(first);
    expect(await connectTo(first, url)).toMatchObject({ kind: 'connected' });
    expect(await first.app.exited).toBe(0);
    expect(stored().connection).toMatchObject({ url });

    remember('http://127.0.0.1:1');
    const second = await start();
    await shownChooser(second);
    await page(second, '/own', {});
    expect(await second.app.exited).toBe(0);
    expect(stored().connection).toEqual({ kind: 'own' });
  });
});

describe('the page of the shell', () => {
  test('runs its own script only, and answers nothing else', async () => {
    const ports = await start();
    const response = await page(ports, '/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await response.text();
    expect(html).toContain('Where is your Octavo library?');
    expect(html).not.toMatch(/\{\{|\son\w+=/);
    expect((await page(ports, '/page.css')).headers.get('content-type')).toContain('text/css');
    for (const path of ['/../index.ts', '/index.html', '/%2e%2e/x', '/constructor']) {
      expect((await page(ports, path)).status).toBe(404);
    }
    for (const body of [{}, { address: 5, key: null }, { address: 'x', key: 'short' }]) {
      expect((await page(ports, '/connect', body)).status).toBe(400);
    }
  });

  test('stays where it is, and its session reaches nothing else', async () => {
    const ports = await start();
    onlyTray(ports).entry('Connect to a server…').click?.();
    const window = await shownChooser(ports);
    for (const away of [
      serverUrl(),
      'https://evil.example/',
      'octavo-shell://other/',
      'about:blank',
    ])
      expect([away, window.navigate(away), window.request(away)]).toEqual([away, false, false]);
    expect(window.navigate('octavo-shell://chooser/')).toBe(true);
    window.openWindow('https://octavo.example/');
    expect(ports.shell.opened).toEqual([]);
    // Closing it changes nothing.
    window.close();
    expect(stored().connection).toEqual({ kind: 'own' });
    expect((await fetch(`${serverUrl()}/api/v1/health`)).status).toBe(200);
  });
});
