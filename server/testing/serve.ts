import { spawn, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../main.ts');

/** `octavo serve` as a person runs it, on a free port unless other flags name one. */
export const serve = (
  dataDir: string,
  options: SpawnOptionsWithoutStdio = {},
  where = ['--port', '0'],
) => {
  const flags = ['--data-dir', dataDir, ...where, '--log-level', 'silent'];
  const child = spawn(process.execPath, [main, 'serve', ...flags], options);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  /** The address that it prints; rejects with what it complains of instead. */
  const url = new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /serves (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
  });
  // Who ends it before, or waits for its end alone, need not look at that.
  url.catch(() => null);
  return { child, url, ended };
};
