import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createLog } from './log.ts';
import { createLogFile } from './log-target.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs code that has a `log`, with its standard error at a path; resolves with its output. */
const run = (code: string, standardError: string): Promise<string> => {
  const module = pathToFileURL(join(import.meta.dirname, 'log.ts')).href;
  const script = `import { createLog } from '${module}';
    const log = createLog({ level: 'info' });
    ${code}`;
  const command = `exec "$0" --input-type=module -e "$1" 2> "$2"`;
  return new Promise((resolve, reject) => {
    const given = ['-c', command, process.execPath, script, standardError];
    execFile('sh', given, { timeout: 20_000 }, (error, output) => {
      if (error) reject(new Error(error.message));
      else resolve(output);
    });
  });
};

describe.skipIf(process.platform !== 'linux')('a log on a full disk', () => {
  test('does not stop the server', async () => {
    const code = `setInterval(() => log.info('more'), 20);
      setTimeout(() => { console.log('alive'); process.exit(0); }, 300);`;
    expect(await run(code, '/dev/full')).toBe('alive\n');
  });

  test('does not keep the process from ending', async () => {
    expect(await run(`log.info('last'); process.exit(0);`, '/dev/full')).toBe('');
  });
});

test.skipIf(process.platform === 'win32')(
  'has the last line, also of a process that ends at once',
  async () => {
    const file = join(folder, 'stderr');
    await run(
      `for (let line = 1; line <= 500; line += 1) log.info({ line }, 'x'); process.exit(0);`,
      file,
    );
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line).at(-1)).toBe(500);
  },
);

describe('a log file', () => {
  test('is private, has no secrets, and goes on in a new one when it is full', async () => {
    const file = join(folder, 'logs', 'octavo.log');
    const log = createLog({ level: 'info' }, file);
    log.info({ body: { password: 'correct horse' } }, 'signed in');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('signed in'));
    expect(readFileSync(file, 'utf8')).not.toContain('correct horse');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const small = createLogFile(file, 10);
    small.write('second\n');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('second\n'));
    small.write('a longer third\n');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('third'));
    small.write('fourth\n');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('fourth\n'));
    expect(readFileSync(`${file}.old`, 'utf8')).toContain('third');
  });

  test('that cannot be written is left out', () => {
    const file = join(folder, 'file');
    closeSync(openSync(file, 'w'));
    expect(() => createLogFile(join(file, 'octavo.log')).write('x\n')).not.toThrow();
  });
});
