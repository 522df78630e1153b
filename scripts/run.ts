import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository; every script works from here, wherever it was called. */
export const root = path.resolve(import.meta.dirname, '..');

/**
 * The JavaScript file behind a command of an installed package. Run with `process.execPath` it uses
 * the project's own Node and needs no shell, which the `.cmd` shims of Windows would.
 */
export const toolPath = (packageName: string, command = packageName): string => {
  const folder = path.join(root, 'node_modules', packageName);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return path.join(folder, file);
};

/**
 * Runs Node with `args`, its output on our terminal and nothing to read from; resolves to its exit
 * code. A process that outlives `timeoutMs` is killed and counts as failed (code 124).
 */
export const runNode = async (args: string[], timeoutMs = 10 * 60_000): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const timer = setTimeout(() => {
      console.error(`Stopped after ${timeoutMs / 60_000} minutes: ${args.join(' ')}`);
      child.kill('SIGKILL');
      resolve(124);
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
