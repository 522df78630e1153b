import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from '../run.ts';
import { outcomeOf, type Outcome } from './record.ts';
import type { Run } from './runs.ts';

const second = 1000;
/** Timeout of the first preparation, which downloads and unpacks for two minutes. */
const prepareLimit = 480 * second;
/** A run that records nothing for this long is killed; more than the timeout of a test. */
const silenceLimit = 150 * second;

const folder = process.env['OCTAVO_WINE'] ?? path.join(os.homedir(), '.cache', 'octavo-wine');
const helper = (name: string) => path.join(root, 'scripts/windows', name);
const resultFile = (name: string) => path.join(root, 'test-results', `windows-${name}`);

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

interface Limits {
  /** Polled each second; true kills the process. */
  isOver: () => boolean;
  environment?: Record<string, string>;
}

const running = new Set<number>();
const end = (pid: number) => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
};
process.on('exit', () => running.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Starts a program in its own process group, which is killed as one. Resolves with the exit code. */
const start = async (
  command: string,
  args: readonly string[],
  { isOver, environment }: Limits,
): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, ...environment },
    });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const timer = setInterval(() => {
      if (pid !== undefined && isOver()) end(pid);
    }, second);
    const finish = (code: number) => {
      clearInterval(timer);
      if (pid !== undefined) running.delete(pid);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(error.message);
      finish(1);
    });
    child.on('exit', (code) => finish(code ?? 1));
  });

const until = (milliseconds: number) => {
  const over = performance.now() + milliseconds;
  return () => performance.now() > over;
};

/** Fills the cache with Wine, node.exe and the Windows packages. Returns why that failed, or null. */
export const prepare = async (): Promise<string | null> => {
  const log = resultFile('prepare.log');
  const isOver = until(prepareLimit);
  if ((await start(helper('prepare.sh'), [folder, root, log], { isOver })) === 0) return null;
  const reason = isOver() ? 'no time' : (textOf(log).trimEnd().split('\n').at(-1) ?? '');
  return `Wine, node.exe or the packages of Windows are not available (${reason})`;
};

/** Whether node.exe starts. */
export const starts = async (): Promise<boolean> => {
  const args = [folder, root, resultFile('version.log'), '--version'];
  return (await start(helper('node-exe.sh'), args, { isOver: until(90 * second) })) === 0;
};

/** Printed by Wine when its server crashed; node.exe then waits forever. */
const wineCrash = 'wineserver crashed';

/**
 * Runs test files under Wine, until they end, hang or run out of time, or Wine crashes. `output` is their terminal
 * output.
 */
export const runTests = async (
  { name, files }: Run,
  isTimeOver: () => boolean,
): Promise<{ outcome: Outcome; output: string; hasWineCrashed: boolean }> => {
  const record = resultFile(`${name}.jsonl`);
  const output = resultFile(`${name}.log`);
  rmSync(record, { force: true });
  let heard = { size: -1, isSilent: until(silenceLimit) };
  const isSilent = () => {
    const size = statSync(record, { throwIfNoEntry: false })?.size ?? 0;
    if (size !== heard.size) heard = { size, isSilent: until(silenceLimit) };
    return heard.isSilent();
  };
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--no-color', '--maxWorkers=1'],
    ...['--reporter=default', '--reporter=./scripts/windows/reporter.ts', ...files],
  ];
  const hasWineCrashed = () => textOf(output).includes(wineCrash);
  rmSync(output, { force: true });
  await start(helper('node-exe.sh'), [folder, root, output, ...args], {
    isOver: () => isTimeOver() || isSilent() || hasWineCrashed(),
    environment: { OCTAVO_TEST_RECORD: path.relative(root, record) },
  });
  return {
    outcome: outcomeOf(textOf(record)),
    output: textOf(output),
    hasWineCrashed: hasWineCrashed(),
  };
};
