/**
 * `npm run test:windows`: runs tests with node.exe under Wine, on Debian as root; elsewhere it says in one line why
 * not. What it needs (Wine, node.exe, the packages of Windows; 3 GB) is kept in `~/.cache/octavo-wine`, or where
 * `OCTAVO_WINE` says. The last line printed is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from './run.ts';
import { afterRepetition, filesToRepeat, testResult, verdict, type Result } from './verdict.ts';

const minute = 60_000;
/** Of the whole run; the first one downloads and unpacks for some five minutes. */
const limit = 15 * minute;
const folder = process.env['OCTAVO_WINE'] ?? path.join(os.homedir(), '.cache', 'octavo-wine');
/** A batch takes one or two, unless Wine hangs. */
const batchLimit = 4 * minute;
const helper = (name: string) => path.join(root, 'scripts/windows', name);

/** What is run, the most telling first: what finds no time any more is named and counts as nothing. */
const batches: Record<string, string[]> = {
  story: ['server/windows-story.test.ts'],
  places: ['server/paths', 'server/config', 'server/data-home', 'server/database'],
  shell: [
    ...['desktop-files', 'asked', 'revealable', 'menu', 'secrets', 'state'].map(
      (name) => `main/${name}`,
    ),
    'shared',
  ],
  scanning: [
    ...['scan.test', 'walk', 'identity', 'glob'].map((name) => `server/scanner/${name}`),
    'server/features/filesystem/filesystem',
  ],
  // 7-Zip and PDF documents in many files at once end the server of Wine; the story reads each kind.
  reading: [
    ...['pages/zip-pages', 'zip', 'epub', 'names', 'comic-info'].map(
      (name) => `server/media/${name}`,
    ),
  ],
};

const whyNot = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it takes Linux on x64';
  if (process.getuid?.() !== 0) return 'it takes root, for a Debian of its own';
  if (!existsSync('/etc/debian_version')) return 'it takes Debian';
  return null;
};

/** Resolves with the exit code; 124 where the time was over, which ends all that it has started. */
const run = async (command: string, args: string[], timeoutMs: number): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', detached: true });
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve(124);
    }, timeoutMs);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });

const started = performance.now();
const left = () => limit - (performance.now() - started);
const reports = path.join(root, 'test-results');
const total: Result = { passed: 0, failed: 0 };
const unrun: string[] = [];

const textOf = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null;

/** Null where it tells nothing: what ran out of time, and what the server of Wine took with it. */
const runFiles = async (name: string, files: readonly string[]) => {
  const file = path.join(reports, `windows-${name}.json`);
  const output = path.join(reports, `windows-${name}.log`);
  rmSync(file, { force: true });
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--no-color'],
    ...['--reporter=dot', '--reporter=json', `--outputFile.json=test-results/windows-${name}.json`],
    ...['--testTimeout=120000', '--hookTimeout=120000', ...files],
  ];
  const code = await run(
    helper('node-exe.sh'),
    [folder, root, output, ...args],
    Math.min(left(), batchLimit),
  );
  if (code === 124 || /wineserver crashed/.test(textOf(output) ?? '')) return null;
  const report = textOf(file);
  return { report, output: textOf(output) ?? '', result: testResult(code, report) };
};

/** As in `npm test`, a few that failed are run again by themselves. */
const runBatch = async (name: string, files: readonly string[]): Promise<void> => {
  // The server of Wine breaks down now and then.
  const first = (await runFiles(name, files)) ?? (await runFiles(name, files));
  if (first === null) {
    unrun.push(name);
    return;
  }
  const repeated = filesToRepeat(first.report).map((file) => file.replace(/^Z:.w.app./, ''));
  const again = repeated.length === 0 ? null : await runFiles(`${name}-again`, repeated);
  const result = again === null ? first.result : afterRepetition(first.result, again.result);
  if (first.result.failed > 0) console.log(first.output);
  console.log(`windows ${name.padEnd(8)} ${verdict(result)}`);
  total.passed += result.passed;
  total.failed += result.failed;
};

const runAll = async (): Promise<string | null> => {
  const reason = whyNot();
  if (reason !== null) return reason;
  if ((await run(helper('prepare.sh'), [folder, root], left())) !== 0) {
    return 'Wine, node.exe or the packages of Windows cannot be had';
  }
  const version = path.join(reports, 'windows-version.log');
  if ((await run(helper('node-exe.sh'), [folder, root, version, '--version'], left())) !== 0) {
    return 'node.exe does not start under Wine here';
  }
  for (const [name, files] of Object.entries(batches)) {
    if (left() < minute) unrun.push(name);
    else await runBatch(name, files);
  }
  return null;
};

mkdirSync(reports, { recursive: true });
const reason = await runAll();
if (reason !== null) console.log(`Windows tests were not run: ${reason}.`);
if (unrun.length > 0)
  console.log(
    `Windows tests without a result, for want of time or because Wine broke down: ${unrun.join(', ')}.`,
  );
console.log(verdict(total));
process.exitCode = total.failed === 0 ? 0 : 1;
