import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { getMe } from '../../shared/api/auth.ts';
import { createBackup, listBackups, restoreBackup } from '../../shared/api/backups.ts';
import {
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../shared/api/data-directory.ts';
import { createLibrary, listLibraries } from '../../shared/api/libraries.ts';
import { getStartup, restartServer, setPort } from '../../shared/api/system.ts';
import { findFreePort } from '../../server/http/net/free-port.ts';
import type { Client } from '../../shared/client.ts';
import { channels } from '../ipc/channels.ts';
import type { FakePorts } from '../testing/fake-ports.ts';
import {
  onlyTray,
  onlyWindow,
  quit,
  serverUrl,
  signIn,
  start,
  useDesktopFolder,
  userData,
} from '../testing/running-desktop.ts';

useDesktopFolder();

const patience = { timeout: 60_000, interval: 30 };

const addLibrary = (client: Client, name: string) => {
  const path = join(userData, name);
  mkdirSync(path);
  return client.call(createLibrary, { body: { name, path } });
};
const names = async (client: Client) =>
  (await client.call(listLibraries)).data.map(({ name }) => name);
const backedUp = async (client: Client) => {
  await client.call(createBackup);
  return vi.waitFor(async () => {
    const [backup] = (await client.call(listBackups)).data;
    if (!backup) throw new Error('No backup yet');
    return backup.name;
  }, patience);
};
const reloaded = (ports: FakePorts) =>
  vi.waitFor(() => expect(onlyWindow(ports).reloads).toBe(1), patience);

// Starts two servers in sequence.
test(
  'a restored backup is used at once, in the same window and in the tray',
  {
    timeout: 120_000,
  },
  async () => {
    const ports = await start();
    const url = serverUrl();
    const { client } = await signIn(ports);
    await addLibrary(client, 'Before');
    const name = await backedUp(client);
    await addLibrary(client, 'Since');
    expect(await client.call(restoreBackup, { params: { name } })).toEqual({ restarting: true });
    await reloaded(ports);

    expect(serverUrl()).toBe(url);
    // A restore ends all sessions, but the window gets a ticket as on every start.
    await expect(client.call(getMe)).rejects.toMatchObject({ code: 'Unauthorized' });
    const { client: again } = await signIn(ports);
    expect(await names(again)).toEqual(['Before']);
    // The tray receives later events.
    await addLibrary(again, 'After');
    await vi.waitFor(() => expect(onlyTray(ports).labels()).toContain('After'), patience);
    expect(onlyTray(ports).labels()).not.toContain('Since');
    expect(await quit(ports)).toBe(0);
  },
);

test(
  'data that was moved is used at once',
  {
    timeout: 120_000,
  },
  async () => {
    const ports = await start();
    const { client } = await signIn(ports);
    const target = join(userData, 'elsewhere');
    await client.call(moveDataDirectory, { body: { path: target } });
    await vi.waitFor(async () => {
      expect((await client.call(getDataDirectory)).next_path).toBe(target);
    }, patience);
    expect(await client.call(restartForDataMove)).toEqual({ restarting: true });
    await reloaded(ports);
    expect((await client.call(getDataDirectory)).path).toBe(target);
    expect(await quit(ports)).toBe(0);
    expect(existsSync(join(target, 'octavo.db-wal'))).toBe(false);
  },
);

test('a server that cannot restart says why, and the application ends', async () => {
  const ports = await start();
  const { client } = await signIn(ports);
  await client.call(createBackup);
  const name = await backedUp(client);
  writeFileSync(join(userData, 'data', 'config.yaml'), 'server: { port: none }');
  await client.call(restoreBackup, { params: { name } });
  expect(await ports.app.exited).toBe(1);
  expect(ports.dialogs.fatal).toMatchObject([
    { title: 'Octavo could not start', message: expect.stringMatching(/server\.port/) as string },
  ]);
});

test(
  'the window and the tray follow the server to another port, which stays',
  {
    timeout: 120_000,
  },
  async () => {
    const ports = await start();
    const before = serverUrl();
    const window = onlyWindow(ports);
    await window.load(`${before}/settings/advanced?tab=1`);
    const { client } = await signIn(ports);
    const { port } = await client.call(getStartup);
    const next = await findFreePort(port + 1, '127.0.0.1');
    expect(await client.call(setPort, { body: { port: next } })).toMatchObject({ port });
    expect(await client.call(restartServer)).toEqual({ restarting: true, port: next });
    const url = `http://127.0.0.1:${next}`;
    await vi.waitFor(() => expect(window.url).toBe(`${url}/settings/advanced?tab=1`), patience);

    expect(serverUrl()).toBe(url);
    expect(window.reloads).toBe(0);
    // The page at the old address is no longer trusted.
    const stranger = ports.ipc.invoke(channels.takeTicket, { url: before, isMainFrame: true });
    await expect(stranger).rejects.toThrow(/not for this frame/);
    expect([window.navigate(`${before}/`), window.navigate(`${url}/`)]).toEqual([false, true]);
    const { client: again } = await signIn(ports);
    await addLibrary(again, 'After');
    await vi.waitFor(() => expect(onlyTray(ports).labels()).toContain('After'), patience);
    expect(await quit(ports)).toBe(0);

    const later = await start();
    expect(serverUrl()).toBe(url);
    expect(await quit(later)).toBe(0);
    // A port set by hand.
    const byHand = await findFreePort(next + 1, '127.0.0.1');
    writeFileSync(
      join(userData, 'data', 'config.yaml'),
      `log: { level: silent }\nserver: { port: ${byHand} }\n`,
    );
    await start();
    expect(serverUrl()).toBe(`http://127.0.0.1:${byHand}`);
  },
);
