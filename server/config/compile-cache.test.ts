import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { leftOutOnWindows } from '../testing/on-windows.ts';

let dir: string;
let code: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-code-'));
  code = join(dir, 'cache/code');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A separate process, because the compile cache stays active until the process exits. */
const run = () =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, dir], {
    encoding: 'utf8',
    // Node would use the cache of the test run.
    env: { ...process.env, NODE_COMPILE_CACHE: '' },
  });
const module = JSON.stringify(join(import.meta.dirname, 'compile-cache.ts'));
const program = `
  const { enableCompileCacheIn } = await import(${module});
  const { getCompileCacheDir } = await import('node:module');
  enableCompileCacheIn(process.argv[1]);
  await import(${module} + '?again');
  process.stdout.write(getCompileCacheDir() ? 'kept' : 'not kept');
`;

const isLeftOut = leftOutOnWindows('another process writes to a pipe, which Wine lacks');

it.skipIf(isLeftOut)('keeps compiled code for its user alone', () => {
  expect(run()).toBe('kept');
  expect(statSync(code).mode & 0o777).toBe(0o700);
  expect(readdirSync(code, { recursive: true }).length).toBeGreaterThan(1);
});

it.skipIf(isLeftOut)('throws away what is left of many builds', () => {
  mkdirSync(code, { recursive: true, mode: 0o700 });
  for (let count = 0; count <= 300; count += 1) writeFileSync(join(code, `old-${count}`), '');
  expect(run()).toBe('kept');
  expect(existsSync(join(code, 'old-0'))).toBe(false);
});

it.skipIf(isLeftOut)('makes no data directory', () => {
  rmSync(dir, { recursive: true });
  expect(run()).toBe('not kept');
  expect(existsSync(dir)).toBe(false);
  mkdirSync(dir);
});

describe.runIf(process.platform !== 'win32')('where others could put code of theirs', () => {
  test.each(['.', 'cache', 'cache/code'])('%s is open to all: keeps nothing', (folder) => {
    mkdirSync(code, { recursive: true, mode: 0o700 });
    chmodSync(join(dir, folder), 0o777);
    expect(run()).toBe('not kept');
  });

  test.each(['cache', 'cache/code'])('%s is a link: keeps nothing', (folder) => {
    const elsewhere = join(dir, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    mkdirSync(join(dir, folder, '..'), { recursive: true, mode: 0o700 });
    symlinkSync(elsewhere, join(dir, folder));
    expect(run()).toBe('not kept');
    expect(readdirSync(elsewhere, { recursive: true }).filter((name) => name !== 'code')).toEqual(
      [],
    );
  });
});
