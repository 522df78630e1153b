import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterEach, vi } from 'vitest';

import { needs } from '../../server/testing/needs.ts';
import { createPairing } from '../../shared/api/pairing.ts';
import { restartServer } from '../../shared/api/system.ts';
import { root, setUp, startOctavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const run = promisify(execFile);
const isLinux = process.platform === 'linux';

afterEach(() => vi.unstubAllEnvs());

/** The environment that a process was started with. */
const environmentOf = (pid: number): NodeJS.ProcessEnv =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => /^([^=]+)=(.*)$/s.exec(line)?.slice(1) ?? []),
  ) as NodeJS.ProcessEnv;

test('a Node that is too old says so in one line', async () => {
  const old = 'Object.defineProperty(process, "versions", { value: { node: "20.19.5" } })';
  const program = path.join(root, 'dist/server/main.js');
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    program,
    '--version',
  ];
  const said = await run(process.execPath, args).catch((error: unknown) => error);
  expect(said).toMatchObject({ code: 1, stdout: '' });
  expect((said as { stderr: string }).stderr).toMatch(/^Octavo needs Node\.js 24 .*20\.19\.5.*\n$/);
});

/** Covers the lazily loaded parts of the bundle. */
test('the build reads config.yaml, draws QR codes and writes YAML', async ({ folder }) => {
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(path.join(dataDir, 'config.yaml'), 'api: { enable_api_docs: true }\n');
  const server = await startOctavo(dataDir);
  const client = await setUp(server);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  const { qr } = await client.call(createPairing, { body: { permissions: ['books-read'] } });
  expect(qr).toMatch(/^<svg/);
  expect(await server.stop()).toBe(0);

  const program = path.join(root, 'dist/server/main.js');
  const { stdout } = await run(process.execPath, [program, 'openapi', '--format', 'yaml'], {
    maxBuffer: 1e8,
  });
  expect(stdout).toMatch(/^openapi: 3\.1\.0$/m);
});

test('compiled code is kept from the second start on', async ({ folder }) => {
  const dataDir = path.join(folder, 'data');
  const first = await startOctavo(dataDir);
  expect(await first.stop()).toBe(0);
  expect(existsSync(path.join(dataDir, 'cache/code'))).toBe(false);

  const second = await startOctavo(dataDir);
  expect(await second.stop()).toBe(0);
  const kept = readdirSync(path.join(dataDir, 'cache/code'), { recursive: true });
  expect(kept.length).toBeGreaterThan(20);

  const third = await startOctavo(dataDir);
  expect((await fetch(`${third.url}/api/v1/health`)).status).toBe(200);
  expect(await third.stop()).toBe(0);
});

test.skipIf(!isLinux)(
  'a server sets its own allocator, and stays the process that was started when it restarts',
  needs('Linux'),
  async ({ folder }) => {
    const dataDir = path.join(folder, 'data');
    const server = await startOctavo(dataDir);
    const environment = environmentOf(server.pid);
    expect(environment).toMatchObject({
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '32768',
      MALLOC_TRIM_THRESHOLD_: '131072',
      HOME: folder,
    });
    const client = await setUp(server);
    const health = async () => {
      // There is no answer during the restart.
      const response = await fetch(`${server.url}/api/v1/health`).catch(() => null);
      return (await response?.json()) as { uptime_seconds: number } | undefined;
    };
    await sleep(1500);
    const before = (await health())?.uptime_seconds ?? 0;
    expect(before).toBeGreaterThan(1);
    expect(await client.call(restartServer)).toMatchObject({ restarting: true });
    await expect.poll(async () => (await health())?.uptime_seconds).toBeLessThan(before);
    expect(environmentOf(server.pid)).toEqual(environment);
    expect(await server.stop()).toBe(0);
  },
);

test.skipIf(!isLinux)(
  'settings of a person or a supervisor are kept',
  needs('Linux'),
  async ({ folder }) => {
    vi.stubEnv('MALLOC_ARENA_MAX', '4');
    const server = await startOctavo(path.join(folder, 'data'));
    const environment = environmentOf(server.pid);
    expect(environment['MALLOC_ARENA_MAX']).toBe('4');
    expect(environment).not.toHaveProperty('MALLOC_TRIM_THRESHOLD_');
    expect(await server.stop()).toBe(0);
  },
);
