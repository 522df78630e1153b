import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect } from 'vitest';

import { redeemTicket } from '../../shared/api/auth.ts';
import { createClient } from '../../shared/client.ts';
import { channels } from '../ipc/channels.ts';
import { startDesktop } from '../app/desktop.ts';
import { openState } from '../desktop-state.ts';
import type { FakeOptions } from './fake-app.ts';
import { createFakePorts, type FakePorts } from './fake-ports.ts';
import type { FakeTray } from './fake-trays.ts';
import type { FakeWindow } from './fake-windows.ts';

/** Folder of the application's files, new for each test. */
export let userData: string;
const running: FakePorts[] = [];
export const parts = {
  preload: '/dist/main/preload.cjs',
  webRoot: '/nowhere',
  chooser: join(import.meta.dirname, '../connection/page'),
};

/** Creates a folder for each test of the calling file, and quits what it started. */
export const useDesktopFolder = (): void => {
  beforeEach(() => {
    userData = mkdtempSync(join(tmpdir(), 'octavo-desktop-'));
    mkdirSync(join(userData, 'data'));
    // A port range of our own, because other tests listen at the same time.
    const port = 20_000 + (process.pid % 1200) * 10;
    writeFileSync(
      join(userData, 'data', 'config.yaml'),
      `log: { level: silent }\nserver: { port: ${port} }\n`,
    );
    // Most tests begin after the first choice.
    openState(stateFile()).update({ connection: { kind: 'own' } });
  });
  afterEach(async () => {
    for (const ports of running.splice(0)) await quit(ports);
    // Windows releases a watched folder shortly after its watcher is closed.
    rmSync(userData, { recursive: true, force: true, maxRetries: 10 });
  });
};

export const start = async (options: Partial<FakeOptions> = {}): Promise<FakePorts> => {
  const { ports, started } = begin(options);
  await started;
  expect([ports.dialogs.errors, ports.dialogs.fatal]).toEqual([[], []]);
  return ports;
};

/** Starts the application without waiting until it runs. */
export const begin = (options: Partial<FakeOptions> = {}) => {
  const ports = createFakePorts({ userData, ...options });
  running.push(ports);
  return { ports, started: startDesktop(ports, parts) };
};

export const quit = async (ports: FakePorts): Promise<number> => {
  ports.app.quit();
  return ports.app.exited;
};

export const onlyWindow = ({ windows }: FakePorts): FakeWindow => {
  const [window] = windows.created;
  if (!window || windows.created.length > 1) throw new Error(`${windows.created.length} windows`);
  return window;
};

export const onlyTray = ({ trays }: FakePorts): FakeTray => {
  const [tray] = trays.created;
  if (!tray || trays.created.length > 1) throw new Error(`${trays.created.length} trays`);
  return tray;
};

/** The server's URL, from the port in the shell's state. */
export const serverUrl = () => `http://127.0.0.1:${String(openState(stateFile()).get().port)}`;
export const stateFile = () => join(userData, 'desktop.json');

/**
 * A client without credentials; uses one connection per request, because servers restart on the
 * same port.
 */
export const visitor = (headers: Record<string, string> = {}) =>
  createClient({
    baseUrl: serverUrl(),
    fetch,
    headers: () => ({ connection: 'close', ...headers }),
  });

/** Signs in like the page in the window. */
export const signIn = async (ports: FakePorts) => {
  const sender = { url: `${serverUrl()}/`, isMainFrame: true };
  const ticket = (await ports.ipc.invoke(channels.takeTicket, sender)) as string;
  const session = await visitor().call(redeemTicket, { body: { ticket } });
  const authorization = `Bearer ${session.access_token}`;
  return { client: visitor({ authorization }), authorization, ticket };
};
