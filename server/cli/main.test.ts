import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';

import { endpoints } from '../../shared/api/index.ts';
import { endedCleanly } from '../database/database.ts';
import { checkedFetch } from '../testing/checked-fetch.ts';
import { needs } from '../testing/needs.ts';
import { serve, stoppedCode } from '../testing/serve.ts';

const main = join(import.meta.dirname, 'main.ts');
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const octavo = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, [main, ...args], { maxBuffer: 1e8 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

/** Starts `octavo serve` and waits until it prints its URL. */
const running = async (dataDir: string, env: Record<string, string> = {}) => {
  const { url, ...rest } = serve(dataDir, { env: { ...process.env, ...env } });
  return { ...rest, url: await url };
};

describe('octavo openapi', () => {
  it('writes the document as JSON to standard output and as YAML to a file', async () => {
    const json = JSON.parse((await octavo('openapi')).stdout) as { openapi: string; paths: object };
    expect(json.openapi).toBe('3.1.0');
    // Plus the endpoint of the compatibility API that the specification names.
    const paths = new Set(endpoints.map(({ path }) => path)).size + 1;
    expect(Object.keys(json.paths)).toHaveLength(paths);
    const file = join(dir, 'openapi.yaml');
    expect((await octavo('openapi', '--output', file, '--format', 'yaml')).code).toBe(0);
    expect(parse(readFileSync(file, 'utf8'))).toEqual(json);
  });
});

test.each([
  ['-h', /^octavo: a library of/],
  ['-v', /^\d+\.\d+\.\d+/],
])('%s is short for what it usually is', async (option, output) => {
  expect(await octavo(option)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(output) as string,
  });
});

describe('mistakes', () => {
  test.each([
    [['fly'], /Unknown command fly/],
    [[], /Name a command/],
    [
      ['serve', '--colour'],
      /^octavo: Unknown option '--colour'; octavo --help lists the options\n$/,
    ],
    [['serve', '-x'], /^octavo: Unknown option '-x'; octavo --help/],
    [['serve', '--port'], /^octavo: Option '--port <value>' argument missing; octavo --help/],
    [['serve', '/srv/octavo'], /Unexpected \/srv\/octavo after serve/],
    [['backup', 'a.db', 'b.db'], /Unexpected b\.db after backup/],
    [['serve', '--port', 'many'], /server\.port/],
    [['openapi', '--format', 'xml'], /json or yaml/],
    [['serve', '--data-dir', '/dev/null/x'], /cannot be written/],
  ])('%j: one line and exit code 1', async (args, message) => {
    const { code, stderr, stdout } = await octavo(...args);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  // An automounter refuses a folder that it does not know in the same way.
  test.skipIf(process.platform !== 'linux')(
    'a data directory below which the system makes no folders',
    needs('Linux'),
    async () => {
      const { code, stderr } = await octavo('serve', '--data-dir', '/proc/octavo/data');
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be written \(ENOENT\)/)]);
    },
  );

  it('says that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await octavo(
      'serve',
      '--data-dir',
      join(dir, 'taken'),
      '--port',
      String(port),
    );
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/Port \d+ on 127\.0\.0\.1 is taken/);
  });
});

describe('octavo serve', () => {
  it('serves, holds its data directory alone, backs up while running, and stops on SIGTERM', async () => {
    const dataDir = join(dir, 'serve');
    const first = await running(dataDir);
    const health = await checkedFetch(`${first.url}/api/v1/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const options = ['--data-dir', dataDir, '--port', new URL(first.url).port];
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const { code, stdout } = await octavo('health', '--host', host, ...options);
      expect([code, stdout]).toEqual([0, `${first.url}/api/v1/health: ok\n`]);
    }

    const second = await octavo('serve', '--data-dir', dataDir, '--port', '0');
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/in use by another Octavo/);

    const copy = join(dir, 'copy.db');
    expect((await octavo('backup', copy, '--data-dir', dataDir)).stdout).toMatch(/checked/);
    expect((await octavo('backup', copy, '--data-dir', dataDir)).stderr).toMatch(/exists already/);

    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(stoppedCode);
    const down = await octavo('health', ...options);
    expect([down.code, down.stdout]).toEqual([1, expect.stringMatching(/ECONNREFUSED/)]);
    expect((await octavo('check', '--data-dir', dataDir)).stdout).toMatch(/in order/);
  });

  it('serves the interactive documentation if an environment variable enables it', async () => {
    const { child, url, ended } = await running(join(dir, 'docs'), {
      SVC_API__ENABLE_API_DOCS: 'true',
    });
    expect(await (await fetch(`${url}/docs`)).text()).toMatch(/swagger-ui/);
    child.kill('SIGTERM');
    expect(await ended).toBe(stoppedCode);
  });

  it.skipIf(process.platform === 'win32')(
    'stops in order when its terminal closes',
    needs('signals'),
    async () => {
      const dataDir = join(dir, 'hung up');
      const { child, ended } = await running(dataDir);
      child.kill('SIGHUP');
      expect(await ended).toBe(0);
      expect(endedCleanly(join(dataDir, 'octavo.db'))).toBe(true);
    },
  );

  it('starts again after it was killed', async () => {
    const dataDir = join(dir, 'killed');
    const first = await running(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await running(dataDir);
    expect((await checkedFetch(`${second.url}/api/v1/health`)).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(stoppedCode);
  });
});
