import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { getMe } from '../../../shared/api/auth.ts';
import { initializeSetup } from '../../../shared/api/setup.ts';
import { getStartup, restartServer, setPort } from '../../../shared/api/system.ts';
import { createClient } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { serve } from '../../testing/serve.ts';
import { admin, startTestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { createStartupService } from './startup.ts';

let dir: string;
const children: ChildProcess[] = [];
const others: Server[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-startup-'));
});
afterEach(() => {
  // A failed test has not stopped its processes.
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const other of others.splice(0)) other.close();
  rmSync(dir, { recursive: true, force: true });
});

const patience = { timeout: 60_000, interval: 30 };
const file = () => join(dir, 'config.yaml');

const listening = async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  others.push(other);
  return { port: (other.address() as AddressInfo).port, other };
};
/** Two unused ports. */
const freePorts = async () => {
  const [first, second] = [await listening(), await listening()];
  for (const { other } of [first, second]) await new Promise((resolve) => other.close(resolve));
  return [first.port, second.port] as const;
};

/** A server started from the command line, with an admin. */
const running = async (where?: string[]) => {
  const { child, url: printed, ended } = serve(dir, {}, where);
  children.push(child);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = await printed;
  const { access_token } = await createClient({ baseUrl: url, fetch: checkedFetch }).call(
    initializeSetup,
    { body: admin },
  );
  const authorization = `Bearer ${access_token}`;
  const apiAt = (baseUrl: string) =>
    createClient({
      baseUrl,
      fetch: checkedFetch,
      headers: () => ({ authorization, connection: 'close' }),
    });
  const stop = async () => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  return { url, api: apiAt(url), at: apiAt, said: () => said, stop };
};

test('a port that is named here counts from a restart on, and the old one leads there', async () => {
  const [first, second] = await freePorts();
  writeFileSync(file(), `# of the house\nserver:\n  port: ${first} # the first\n`);
  const { api, at: apiAt, said, stop } = await running([]);
  const state = {
    ...{ port: first, next_port: first, can_set_port: true, port_fixed_by: null },
    ...{ changed: [], problem: null, can_restart: true },
  };
  expect(await api.call(getStartup)).toEqual(state);
  const waiting = { ...state, next_port: second, changed: ['server.port'] };
  expect(await api.call(setPort, { body: { port: second } })).toEqual(waiting);
  expect(await api.call(getStartup)).toEqual(waiting);
  expect(readFileSync(file(), 'utf8')).toMatch(/^# of the house[^]*# the first/);

  expect(await api.call(restartServer)).toEqual({ restarting: true, port: second });
  const url = `http://127.0.0.1:${second}`;
  await vi.waitFor(() => expect(said()).toContain(`Octavo serves ${url} now`), patience);
  const moved = apiAt(url);
  expect(await moved.call(getMe)).toMatchObject({ username: admin.username });
  expect(await moved.call(getStartup)).toMatchObject({ ...state, port: second, next_port: second });
  for (const path of ['/settings/advanced?a=1', '//example.org/']) {
    const old = await fetch(`http://localhost:${first}${path}`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([
      307,
      `http://localhost:${second}${path}`,
    ]);
  }
  await stop();
});

test('a port that another program uses is refused with one that is free', async () => {
  const [own] = await freePorts();
  writeFileSync(file(), `server: { port: ${own} }`);
  const { port } = await listening();
  const { api, stop } = await running([]);
  await expect(api.call(setPort, { body: { port } })).rejects.toMatchObject({
    code: 'Conflict',
    message: expect.stringMatching(`Another program uses port ${port}`) as string,
    details: { free_port: expect.any(Number) as number },
  });
  // Another program takes the port after it was configured: the server keeps its current one.
  writeFileSync(file(), `server: { port: ${port} }`);
  await expect(api.call(restartServer)).rejects.toMatchObject({ code: 'Conflict' });
  // An invalid manual edit.
  writeFileSync(file(), 'server: { port: many }');
  expect((await api.call(getStartup)).problem).toMatch(/server\.port/);
  for (const attempt of [
    () => api.call(restartServer),
    () => api.call(setPort, { body: { port: 4477 } }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'Conflict',
      message: expect.stringMatching(/server\.port/) as string,
    });
  }
  expect(readFileSync(file(), 'utf8')).toBe('server: { port: many }');
  await stop();
});

test('what names the port before the file does is said', async () => {
  const { api, stop } = await running();
  expect(await api.call(getStartup)).toMatchObject({
    can_set_port: false,
    port_fixed_by: '--port',
  });
  await expect(api.call(setPort, { body: { port: 4477 } })).rejects.toMatchObject({
    code: 'Conflict',
    message: expect.stringMatching(/--port/) as string,
  });
  await stop();
});

test('a server that only a person can restart says so, and nobody but an admin may ask', async () => {
  const octavo = await startTestServer();
  try {
    expect(await octavo.api.call(getStartup)).toMatchObject({
      ...{ can_set_port: false, can_restart: false, changed: [] },
    });
    expect(await octavo.api.call(restartServer)).toMatchObject({ restarting: false });
    const headers = await addUser(octavo.dataDir, { username: 'reader', role: 'reader' });
    const reader = createClient({
      baseUrl: octavo.url,
      fetch: checkedFetch,
      headers: () => ({ ...headers }),
    });
    for (const endpoint of [getStartup, restartServer]) {
      await expect(reader.call(endpoint)).rejects.toMatchObject({ code: 'Forbidden' });
    }
  } finally {
    await octavo.stop();
  }
});

test.each([
  ['A backup is being restored. Wait until that is done.', { restoring: true, moving: false }],
  ['The data is being moved. Wait until that is done.', { restoring: false, moving: true }],
])('a restart breaks nothing off: %s', async (message, { restoring, moving }) => {
  const restart = vi.fn<(port: number) => void>();
  const startup = createStartupService({
    configuration: undefined,
    host: '127.0.0.1',
    port: () => 4477,
    restart,
    backups: { isRestoring: () => restoring },
    dataDirectory: { isMoving: () => moving },
  });
  await expect(startup.restart()).rejects.toMatchObject({ code: 'Conflict', message });
  expect(restart).not.toHaveBeenCalled();
});
