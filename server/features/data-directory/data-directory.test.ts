import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import {
  cancelDataMove,
  deletePreviousData,
  getDataDirectory,
  moveDataDirectory,
  restartForDataMove,
} from '../../../shared/api/data-directory.ts';
import { login } from '../../../shared/api/auth.ts';
import { createLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { initializeSetup } from '../../../shared/api/setup.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { checkDatabase } from '../../database/maintenance.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { serve } from '../../testing/serve.ts';
import { admin, startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let dir: string;
let home: string;
let target: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-move-'));
  home = join(dir, 'home');
  target = join(dir, 'disk', 'Octavo');
  mkdirSync(join(dir, 'disk'));
  mkdirSync(join(dir, 'shelf'));
});
afterEach(() => {
  // A failed test has not stopped its processes.
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** Exit code of a stopped process; on Windows it is killed instead. */
const stopped = process.platform === 'win32' ? null : 0;
const patience = { timeout: 60_000, interval: 30 };

describe('a folder that would not do', () => {
  let octavo: TestServer;
  beforeEach(async () => {
    octavo = await startTestServer({ dataDir: home, configuredDataDir: home });
    await octavo.api.call(createLibrary, { body: { name: 'Shelf', path: join(dir, 'shelf') } });
    mkdirSync(join(dir, 'full'));
    writeFileSync(join(dir, 'full', 'letter.txt'), '');
    writeFileSync(join(dir, 'file'), '');
  });
  afterEach(() => octavo.stop());

  test.each([
    ['relative', 'Octavo', /not absolute/],
    ['where it is', 'home', /current one/],
    ['in itself', 'home/new', /current one/],
    ['around itself', '', /current one/],
    ['in a library', 'shelf/data', /library "Shelf"/],
    ['in use for something else', 'full', /not empty/],
    ['a file', 'file', /not a folder/],
    ['on a drive that is away', 'gone/Octavo', /does not exist/],
  ])('is refused with a sentence: %s', async (what, path, message) => {
    const given = what === 'relative' ? path : join(dir, path);
    const attempt = octavo.api.call(moveDataDirectory, { body: { path: given } });
    await expect(attempt).rejects.toMatchObject({
      code: 'BadRequest',
      details: [{ path: 'body.path', message: expect.stringMatching(message) as string }],
    });
    expect(readdirSync(join(dir, 'full'))).toEqual(['letter.txt']);
    expect(await octavo.api.call(getDataDirectory)).toMatchObject({
      path: home,
      can_move: true,
      task_id: null,
      next_path: null,
    });
  });

  test('only an admin has access', async () => {
    const headers = await addUser(home, { username: 'reader', role: 'reader' });
    const reader = createClient({
      baseUrl: octavo.url,
      fetch: checkedFetch,
      headers: () => ({ ...headers }),
    });
    for (const attempt of [
      () => reader.call(getDataDirectory),
      () => reader.call(moveDataDirectory, { body: { path: target } }),
      () => reader.call(deletePreviousData),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'Forbidden' });
    }
    expect(existsSync(target)).toBe(false);
  });

  test('there is nothing to call off, to restart for or to remove', async () => {
    const before = await octavo.api.call(getDataDirectory);
    await octavo.api.call(cancelDataMove);
    await octavo.api.call(deletePreviousData);
    expect(await octavo.api.call(restartForDataMove)).toEqual({ restarting: false });
    expect(await octavo.api.call(getDataDirectory)).toMatchObject({ path: before.path });
    expect(existsSync(join(home, 'octavo.db'))).toBe(true);
  });
});

test('a server without a configured home says that its data cannot be moved', async () => {
  const octavo = await startTestServer();
  expect(await octavo.api.call(getDataDirectory)).toMatchObject({ can_move: false });
  const attempt = octavo.api.call(moveDataDirectory, { body: { path: target } });
  await expect(attempt).rejects.toMatchObject({ code: 'Conflict' });
  await octavo.stop();
});

/** Starts `octavo serve` on the home and waits until it prints its URL. */
const running = async () => {
  const { child, url, ended } = serve(home);
  children.push(child);
  return {
    url: await url,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
};

const signedIn = async (url: string, isNew = false): Promise<Client> => {
  const anonymous = createClient({ baseUrl: url, fetch: checkedFetch });
  const session = await (isNew
    ? anonymous.call(initializeSetup, { body: admin })
    : anonymous.call(login, { body: admin }));
  const headers = () => ({ authorization: `Bearer ${session.access_token}` });
  return createClient({ baseUrl: url, fetch: checkedFetch, headers });
};

const names = async (api: Client) =>
  (await api.call(listLibraries)).data.map(({ name }) => name).sort();
const addLibrary = async (api: Client, name: string) => {
  mkdirSync(join(dir, name));
  await api.call(createLibrary, { body: { name, path: join(dir, name) } });
};
const copied = (api: Client) =>
  vi.waitFor(async () => {
    const state = await api.call(getDataDirectory);
    expect(state).toMatchObject({ next_path: target, task_id: null, path: home });
    return state;
  }, patience);
/** Waits until the server at this URL uses the new data directory; it restarts in between. */
const movedTo = (url: string, path: string) =>
  vi.waitFor(async () => {
    const api = await signedIn(url);
    expect((await api.call(getDataDirectory)).path).toBe(path);
    return api;
  }, patience);

// Starts several servers in sequence.
describe('a move', { timeout: 180_000 }, () => {
  it('moves everything, keeps the old folder until it is removed, and restarts automatically', async () => {
    const server = await running();
    const api = await signedIn(server.url, true);
    await addLibrary(api, 'Before');
    await api.call(moveDataDirectory, { body: { path: target } });
    expect((await copied(api)).previous_path).toBeNull();
    // Written between the copy and the restart.
    await addLibrary(api, 'Between');
    await expect(
      api.call(moveDataDirectory, { body: { path: join(dir, 'other') } }),
    ).rejects.toMatchObject({ code: 'Conflict' });
    expect(await api.call(restartForDataMove)).toEqual({ restarting: true });

    const after = await movedTo(server.url, target);
    expect(await names(after)).toEqual(['Before', 'Between']);
    expect(await after.call(getDataDirectory)).toMatchObject({
      next_path: null,
      previous_path: home,
      problem: null,
    });
    expect(existsSync(join(home, 'octavo.db'))).toBe(true);
    await after.call(deletePreviousData);
    expect(readdirSync(home)).toEqual(['location.json']);
    expect((await after.call(getDataDirectory)).previous_path).toBeNull();
    expect(await server.end('SIGTERM')).toBe(stopped);

    const again = await running();
    expect(await names(await signedIn(again.url))).toEqual(['Before', 'Between']);
    expect(await again.end('SIGTERM')).toBe(stopped);
    expect(checkDatabase(join(target, 'octavo.db'))).toEqual([]);
  });

  it('can be called off after the copy, and leaves nothing behind', async () => {
    const server = await running();
    const api = await signedIn(server.url, true);
    await api.call(moveDataDirectory, { body: { path: target } });
    await copied(api);
    await api.call(cancelDataMove);
    expect(existsSync(target)).toBe(false);
    expect(await server.end('SIGTERM')).toBe(stopped);
    const again = await running();
    expect(await (await signedIn(again.url)).call(getDataDirectory)).toMatchObject({
      path: home,
      next_path: null,
    });
    expect(await again.end('SIGTERM')).toBe(stopped);
  });

  it('is taken up again after the server was killed, whenever that was', async () => {
    let server = await running();
    let api = await signedIn(server.url, true);
    await addLibrary(api, 'Before');
    for (let index = 0; index < 300; index += 1) {
      const folder = join(home, 'thumbnails', String(index % 10));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${index}.webp`), Buffer.alloc(20_000, index));
    }
    // Kills the server during the copy.
    await api.call(moveDataDirectory, { body: { path: target } });
    await vi.waitFor(() => expect(existsSync(join(target, 'octavo-move.json'))).toBe(true), {
      timeout: 60_000,
      interval: 1,
    });
    await server.end('SIGKILL');
    server = await running();
    api = await signedIn(server.url);
    expect(await names(api)).toEqual(['Before']);
    // The copy can have been complete already, so that this start performs the move.
    await vi.waitFor(async () => {
      const { path, next_path } = await api.call(getDataDirectory);
      expect([path, next_path]).toContain(target);
    }, patience);
    expect(readdirSync(join(target, 'thumbnails'))).toHaveLength(10);
    // Kills it between the copy and the restart, and during the restart.
    await server.end('SIGKILL');
    const halfway = serve(home);
    children.push(halfway.child);
    await vi.waitFor(() => expect(existsSync(join(target, 'octavo.db'))).toBe(true), {
      timeout: 60_000,
      interval: 1,
    });
    halfway.child.kill('SIGKILL');
    await halfway.ended;
    server = await running();
    api = await movedTo(server.url, target);
    expect(await names(api)).toEqual(['Before']);
    expect(await server.end('SIGTERM')).toBe(stopped);
    for (const folder of [home, target]) {
      expect(checkDatabase(join(folder, 'octavo.db'))).toEqual([]);
    }
  });
});
