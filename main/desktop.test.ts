import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { writeCbz } from '../server/testing/zip.ts';
import { getMe, login, redeemTicket } from '../shared/api/auth.ts';
import { createLibrary } from '../shared/api/libraries.ts';
import { getScanStatus } from '../shared/api/scans.ts';
import { updateSetting } from '../shared/api/settings.ts';
import { getSetupStatus } from '../shared/api/setup.ts';
import { getSharing } from '../shared/api/sharing.ts';
import { createClient } from '../shared/client.ts';
import { channels } from './bridge.ts';
import { startDesktop } from './desktop.ts';
import { openSecrets } from './secrets.ts';
import { openState } from './state.ts';
import {
  createFakePorts,
  type FakeOptions,
  type FakePorts,
  type FakeTray,
  type FakeWindow,
} from './testing/fake-ports.ts';

let userData: string;
const running: FakePorts[] = [];
const parts = { preload: '/dist/main/preload.cjs', webRoot: '/nowhere' };

beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'octavo-desktop-'));
  mkdirSync(join(userData, 'data'));
  // Ports of our own: other tests listen at the same time.
  const port = 20_000 + (process.pid % 1200) * 10;
  writeFileSync(
    join(userData, 'data', 'config.yaml'),
    `log: { level: silent }\nserver: { port: ${port} }\n`,
  );
});
afterEach(async () => {
  for (const ports of running.splice(0)) await quit(ports);
  rmSync(userData, { recursive: true, force: true });
});

const start = async (options: Partial<FakeOptions> = {}): Promise<FakePorts> => {
  const ports = createFakePorts({ userData, ...options });
  running.push(ports);
  await startDesktop(ports, parts);
  expect(ports.dialogs.errors).toEqual([]);
  return ports;
};

const quit = async (ports: FakePorts): Promise<number> => {
  ports.app.quit();
  return ports.app.exited;
};

const onlyWindow = ({ windows }: FakePorts): FakeWindow => {
  const [window] = windows.created;
  if (!window || windows.created.length > 1) throw new Error(`${windows.created.length} windows`);
  return window;
};

const onlyTray = ({ trays }: FakePorts): FakeTray => {
  const [tray] = trays.created;
  if (!tray || trays.created.length > 1) throw new Error(`${trays.created.length} trays`);
  return tray;
};

/** Where the server listens; the window knows, and the shell's own file when there is none. */
const serverUrl = () => `http://127.0.0.1:${String(openState(stateFile()).get().port)}`;
const stateFile = () => join(userData, 'desktop.json');

/** A client without credentials; a connection each, for the server comes and goes on one port. */
const visitor = (headers: Record<string, string> = {}) =>
  createClient({
    baseUrl: serverUrl(),
    fetch,
    headers: () => ({ connection: 'close', ...headers }),
  });

/** Signs in as the page in the window does. */
const signIn = async (ports: FakePorts) => {
  const sender = { url: `${serverUrl()}/`, isMainFrame: true };
  const ticket = (await ports.ipc.invoke(channels.takeTicket, sender)) as string;
  const session = await visitor().call(redeemTicket, { body: { ticket } });
  const authorization = `Bearer ${session.access_token}`;
  return { client: visitor({ authorization }), authorization, ticket };
};

describe('the owner', () => {
  test('is created once, at the first start, named as the user of the computer', async () => {
    const first = await start({ userName: 'anna' });
    const status = await visitor().call(getSetupStatus);
    expect(status.setup_required).toBe(false);
    const { client } = await signIn(first);
    const owner = await client.call(getMe);
    expect(owner).toMatchObject({ username: 'anna', role: 'admin' });
    expect(await quit(first)).toBe(0);

    const second = await start({ userName: 'renamed since' });
    const again = await (await signIn(second)).client.call(getMe);
    expect(again.id).toBe(owner.id);
  });

  test('has an ordinary password, which lies in the safe', async () => {
    const ports = await start();
    const file = join(userData, 'desktop-secrets.json');
    const secrets = await openSecrets(ports.secrets, file);
    const password = secrets.get('owner_password') ?? '';
    expect(readFileSync(file, 'utf8')).not.toContain(password);
    const session = await visitor().call(login, {
      body: { username: 'anna', password },
    });
    expect(session.user.username).toBe('anna');
  });

  test.each([
    ['ACME:anna', 'ACME anna'],
    ['   ', 'owner'],
    ['å'.repeat(80), 'å'.repeat(64)],
  ])('has a valid name even when the computer calls the user %j', async (userName, username) => {
    const { client } = await signIn(await start({ userName }));
    expect((await client.call(getMe)).username).toBe(username);
  });

  test('is found again when the shell has lost its notes', async () => {
    const first = await start();
    await quit(first);
    writeFileSync(stateFile(), 'damaged');
    const { client } = await signIn(await start());
    expect((await client.call(getMe)).username).toBe('anna');
  });
});

describe('the bridge to the page', () => {
  test('hands out tickets that work once', async () => {
    const { ticket } = await signIn(await start());
    await expect(visitor().call(redeemTicket, { body: { ticket } })).rejects.toMatchObject({
      code: 'Unauthorized',
    });
  });

  test('hands out none when the owner is gone, so that one signs in', async () => {
    const first = await start();
    await quit(first);
    openState(stateFile()).update({ owner: 'somebody else' });
    const second = await start();
    const sender = { url: `${serverUrl()}/`, isMainFrame: true };
    expect(await second.ipc.invoke(channels.takeTicket, sender)).toBeNull();
  });

  test('opens the folder picker of the system', async () => {
    const ports = await start();
    const sender = { url: `${serverUrl()}/welcome`, isMainFrame: true };
    expect(await ports.ipc.invoke(channels.pickFolder, sender)).toBeNull();
    ports.dialogs.folder = '/home/anna/Comics';
    expect(await ports.ipc.invoke(channels.pickFolder, sender)).toBe('/home/anna/Comics');
  });

  test('refuses every frame but the page', async () => {
    const ports = await start();
    const senders = [
      null,
      { url: `${serverUrl()}/`, isMainFrame: false },
      { url: `${serverUrl()}/api/v1/books/1/resources/a.html`, isMainFrame: true },
      { url: 'https://evil.example/', isMainFrame: true },
    ];
    for (const channel of Object.values(channels)) {
      for (const sender of senders) {
        await expect(ports.ipc.invoke(channel, sender)).rejects.toThrow('not for this frame');
      }
    }
  });
});

describe('the window', () => {
  test('shows the application, sandboxed', async () => {
    const window = onlyWindow(await start());
    expect(window).toMatchObject({ url: serverUrl(), visible: true });
    expect(window.options).toMatchObject({
      title: 'Octavo',
      webPreferences: {
        preload: parts.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
      },
    });
  });

  test('stays on its own origin, opens no other and grants nothing', async () => {
    const ports = await start();
    const window = onlyWindow(ports);
    expect(window.navigate(`${serverUrl()}/series/1`)).toBe(true);
    expect(window.navigate('https://evil.example/')).toBe(false);
    expect(window.navigate('https://evil.example/', false)).toBe(false);
    expect(window.attachWebview()).toBe(false);
    expect(window.requestPermission('media', `${serverUrl()}/`)).toBe(false);
    expect(window.requestPermission('fullscreen', `${serverUrl()}/`)).toBe(true);
    window.openWindow('https://octavo.example/');
    window.openWindow('http://octavo.example/');
    window.openWindow('file:///etc/passwd');
    expect(ports.shell.opened).toEqual(['https://octavo.example/']);
  });

  test('comes back where it was', async () => {
    const rectangle = { x: 200, y: 120, width: 900, height: 700 };
    const first = await start();
    onlyWindow(first).rectangle = rectangle;
    onlyWindow(first).maximize();
    await quit(first);
    const window = onlyWindow(await start());
    expect(window.options).toMatchObject(rectangle);
    expect(window.isMaximized()).toBe(true);
  });

  test('comes back on a screen that is still there', async () => {
    const first = await start({ workAreas: [{ x: 1920, y: 0, width: 1920, height: 1040 }] });
    expect(onlyWindow(first).options.x).toBeGreaterThan(1920);
    await quit(first);
    const window = onlyWindow(
      await start({ workAreas: [{ x: 0, y: 0, width: 1024, height: 700 }] }),
    );
    expect(window.options).toMatchObject({ x: 0, y: 0, width: 1024, height: 700 });
  });

  test('is only hidden when it is closed, and the server goes on', async () => {
    const ports = await start();
    const window = onlyWindow(ports);
    expect(window.close()).toBe(false);
    expect(window.visible).toBe(false);
    ports.app.emit('window-all-closed');
    expect((await fetch(`${serverUrl()}/api/v1/health`)).status).toBe(200);
    onlyTray(ports).click();
    expect(onlyWindow(ports)).toMatchObject({ visible: true, focused: true });
  });

  test('loads again when its process dies', async () => {
    const window = onlyWindow(await start());
    window.crash();
    expect(window.url).toBe(serverUrl());
  });
});

describe('starting', () => {
  test('hidden creates no window until it is wanted', async () => {
    const ports = await start({ arguments: ['--hidden'] });
    expect(ports.windows.created).toEqual([]);
    onlyTray(ports).entry('Open Octavo').click?.();
    expect(onlyWindow(ports).visible).toBe(true);
  });

  test('a second time hands over to the first and leaves', async () => {
    const first = await start();
    onlyWindow(first).close();
    const second = await start({ isFirstInstance: false });
    expect(await second.app.exited).toBe(0);
    expect(second.windows.created).toEqual([]);

    first.app.emit('second-instance');
    await vi.waitFor(() =>
      expect(onlyWindow(first)).toMatchObject({ visible: true, focused: true }),
    );
  });

  test('remembers its port, and takes the next one while that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = (other.address() as AddressInfo).port;
    openState(stateFile()).update({ port: taken });

    const first = await start();
    const { port } = openState(stateFile()).get();
    expect(port).toBeGreaterThan(taken);
    expect(onlyWindow(first).url).toBe(`http://127.0.0.1:${String(port)}`);
    await quit(first);
    await new Promise((resolve) => other.close(resolve));

    await start();
    expect(openState(stateFile()).get().port).toBe(port);
  });

  test('fails with a dialog and exit code 1 while another server uses the data', async () => {
    await start();
    const second = createFakePorts({ userData });
    await startDesktop(second, parts);
    expect(await second.app.exited).toBe(1);
    expect(second.windows.created).toEqual([]);
    expect(second.dialogs.errors).toEqual([
      { title: 'Octavo could not start', message: expect.stringContaining('in use') as string },
    ]);
  });

  test('fails with a sentence when the configuration is wrong', async () => {
    writeFileSync(join(userData, 'data', 'config.yaml'), 'server: { prot: 1 }\n');
    const ports = createFakePorts({ userData, locale: 'de-DE' });
    await startDesktop(ports, parts);
    expect(await ports.app.exited).toBe(1);
    expect(ports.dialogs.errors[0]).toMatchObject({
      title: 'Octavo konnte nicht starten',
      message: expect.stringContaining('server.prot') as string,
    });
  });
});

describe('quitting', () => {
  test('closes the window and stops the server', async () => {
    const ports = await start();
    const url = serverUrl();
    onlyTray(ports).entry('Quit Octavo').click?.();
    expect(await ports.app.exited).toBe(0);
    expect(onlyWindow(ports).destroyed).toBe(true);
    await expect(fetch(`${url}/api/v1/health`)).rejects.toThrow();
  });

  test('ends in time though a phone listens to events', async () => {
    const ports = await start();
    const { authorization } = await signIn(ports);
    const stream = await fetch(`${serverUrl()}/api/v1/events/stream`, {
      headers: { authorization },
    });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const before = performance.now();
    expect(await quit(ports)).toBe(0);
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('the tray', () => {
  const addLibrary = async (ports: FakePorts, books: number) => {
    const folder = join(userData, 'Manga');
    for (let number = 1; number <= books; number++) {
      writeCbz(join(folder, `Series ${number % 20}`, `Volume ${number}.cbz`), 1);
    }
    const { client } = await signIn(ports);
    const library = await client.call(createLibrary, { body: { name: 'Manga', path: folder } });
    onlyWindow(ports).blur();
    await vi.waitFor(() => onlyTray(ports).entry('Scan now', 'Manga'), 5_000);
    // So that what comes is shown at once.
    await new Promise((resolve) => setTimeout(resolve, 600));
    return { client, params: { id: library.id } };
  };

  test('starts a scan and shows how far it is', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    expect(tray.entry('Scan now').enabled).toBe(false);
    const { client, params } = await addLibrary(ports, 50);
    tray.seen.length = 0;

    tray.entry('Scan now', 'Manga').click?.();
    await vi.waitFor(
      () => expect(tray.seen.join()).toMatch(/Scanning Manga|Waiting to scan Manga/),
      5_000,
    );
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 20_000);
    expect(tray.labels().join()).not.toContain('Scanning');
    expect(onlyWindow(ports).progress).toBe(-1);
    expect((await client.call(getScanStatus, { params })).books_added).toBe(50);
  });

  test('cancels', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    const { client, params } = await addLibrary(ports, 1500);

    tray.entry('Scan now', 'Deep scan', 'All libraries').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('working'), 10_000);
    expect(tray.toolTip).toContain('Manga');
    expect(onlyWindow(ports).progress).toBeGreaterThanOrEqual(0);
    tray.entry('Cancel scan').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 20_000);
    expect(await client.call(getScanStatus, { params })).toMatchObject({
      mode: 'deep',
      status: 'cancelled',
    });
  });

  test('calls for attention when a scan failed unseen, until somebody looks', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    await addLibrary(ports, 1);
    onlyWindow(ports).close();
    rmSync(join(userData, 'Manga'), { recursive: true });

    tray.entry('Scan now', 'All libraries').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('attention'), 10_000);
    expect(tray.labels()).toContain('The scan of Manga failed');
    tray.entry('Open Octavo').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 5_000);
  });

  test('changes its menu at most twice a second, and only when there is something new', async () => {
    const ports = await start();
    const tray = onlyTray(ports);
    await addLibrary(ports, 400);
    tray.menusSetAt.length = 0;
    tray.entry('Scan now', 'Manga').click?.();
    await vi.waitFor(() => expect(tray.state).toBe('working'), 10_000);
    await vi.waitFor(() => expect(tray.state).toBe('idle'), 20_000);
    const gaps = tray.menusSetAt.slice(1).map((at, index) => at - (tray.menusSetAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(480);

    const menus = tray.menusSetAt.length;
    onlyWindow(ports).blur();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(tray.menusSetAt.length).toBe(menus);
  });

  test('turns starting at login on and off', async () => {
    const ports = await start({ isPackaged: true, platform: 'win32' });
    const tray = onlyTray(ports);
    tray.entry('Start at login').click?.();
    await vi.waitFor(() => expect(tray.entry('Start at login').checked).toBe(true), 2_000);
    tray.entry('Start at login').click?.();
    await vi.waitFor(() => expect(tray.entry('Start at login').checked).toBe(false), 2_000);
    expect(ports.login.on).toBe(false);
  });

  test('shares on the network and ends that', async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    // No network of that name, so that the test reaches nobody.
    await client.call(updateSetting, {
      params: { key: 'sharing.interfaces' },
      body: { value: 'nowhere0' },
    });
    const tray = onlyTray(ports);
    const label = 'Share on this network';
    tray.entry(label).click?.();
    await vi.waitFor(() => expect(tray.entry(label).checked).toBe(true), 5_000);
    expect(tray.entry('Shared, but not reachable: see Settings').enabled).toBe(false);
    expect((await client.call(getSharing)).enabled).toBe(true);
    tray.entry(label).click?.();
    await vi.waitFor(() => expect(tray.entry(label).checked).toBe(false), 5_000);
    expect((await client.call(getSharing)).enabled).toBe(false);
    expect(ports.dialogs.errors).toEqual([]);
  });
});
