import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../cli/main.ts');

/** Exit code after SIGTERM; null on Windows, which has no signals and terminates the process at once. */
export const stoppedCode = process.platform === 'win32' ? null : 0;

/** Runs `octavo serve`, by default on a free port. */
export const serve = (
  dataDir: string,
  { execArgv = [], ...options }: SpawnOptionsWithoutStdio & { execArgv?: string[] } = {},
  where = ['--port', '0'],
) => {
  const flags = ['--data-dir', dataDir, ...where, '--log-level', 'silent'];
  const child = spawn(process.execPath, [...execArgv, main, 'serve', ...flags], options);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  /** The URL that it prints; rejects with its error output instead. */
  const url = new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /serves (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
  });
  // Prevents an unhandled rejection if the test does not use the URL.
  url.catch(() => null);
  return { child, url, ended };
};
