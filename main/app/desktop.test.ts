import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';

import { endedCleanly } from '../../server/database/database.ts';
import { getMe, login, redeemTicket } from '../../shared/api/auth.ts';
import { getSetupStatus } from '../../shared/api/setup.ts';
import { channels } from '../ipc/channels.ts';
import { startDesktop } from './desktop.ts';
import { openSecrets } from '../system/secrets.ts';
import { openState } from '../desktop-state.ts';
import { createFakePorts } from '../testing/fake-ports.ts';
import {
  onlyTray,
  onlyWindow,
  parts,
  quit,
  serverUrl,
  signIn,
  start,
  stateFile,
  useDesktopFolder,
  userData,
  visitor,
} from '../testing/running-desktop.ts';

useDesktopFolder();

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

  test('has an ordinary password, which is stored in the safe', async () => {
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

  test('is only hidden when it is closed, and the server keeps running', async () => {
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

  test('is left alone, with a message, when its process dies again and again', async () => {
    const ports = await start();
    const window = onlyWindow(ports);
    for (let crash = 1; crash <= 3; crash += 1) {
      window.crash();
      expect(window.url).toBe(serverUrl());
    }
    window.crash();
    expect(window.url).toBeNull();
    expect(ports.dialogs.errors.splice(0)).toMatchObject([
      { title: 'The page crashed several times' },
    ]);
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

    first.app.startAgain();
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
    expect(second.dialogs.fatal).toEqual([
      { title: 'Octavo could not start', message: expect.stringContaining('in use') as string },
    ]);
  });

  test('fails with a sentence when the configuration is wrong', async () => {
    writeFileSync(join(userData, 'data', 'config.yaml'), 'server: { prot: 1 }\n');
    const ports = createFakePorts({ userData, locale: 'de-DE' });
    await startDesktop(ports, parts);
    expect(await ports.app.exited).toBe(1);
    expect(ports.dialogs.fatal[0]).toMatchObject({
      title: 'Octavo konnte nicht starten',
      message: expect.stringContaining('server.prot') as string,
    });
  });
});

test('the log is a file, which the menu shows', async () => {
  const config = join(userData, 'data', 'config.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('silent', 'info'));
  const ports = await start();
  const log = join(userData, 'logs', 'octavo.log');
  await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('server started'));
  const help = ports.menus.application.find(({ label }) => label === 'Help');
  help?.submenu?.find(({ label }) => label === 'Show log')?.click?.();
  expect(ports.shell.revealed).toEqual([log]);
});

describe('quitting', () => {
  test('with the session of Windows leaves a database that needs no check', async () => {
    const ports = await start();
    const database = join(userData, 'data', 'octavo.db');
    expect(endedCleanly(database)).toBe(false);
    ports.app.endSession();
    // Windows kills the process now.
    expect(endedCleanly(database)).toBe(true);
    expect(await ports.app.exited).toBe(0);
  });

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
