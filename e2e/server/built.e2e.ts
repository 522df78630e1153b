import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { createPairing } from '../../shared/api/pairing.ts';
import { root, setUp, startOctavo } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const run = promisify(execFile);

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
test('what was built reads config.yaml, draws QR codes and writes YAML', async ({ folder }) => {
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
