/**
 * `npm test`: every check and every test of the project, one verdict.
 * `npm run check` is the same without the build and the end-to-end tests.
 *
 * A suite that fails, is aborted or runs no test makes the whole run fail. The last line printed is
 * `N passed, N failed`; each check that has no tests of its own counts as one.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { root, runNode, toolPath } from './run.ts';
import {
  afterRepetition,
  checkResult,
  filesToRepeat,
  testResult,
  verdict,
  type Result,
} from './verdict.ts';

interface Suite {
  name: string;
  run: () => Promise<Result>;
}

const reports = path.join(root, 'test-results');

const check = (name: string, args: string[]): Suite => ({
  name,
  run: async () => checkResult(await runNode(args, 20 * 60_000)),
});

/** Runs what writes its report to a file, and reads that. */
const reported = async (file: string, args: string[], timeoutMs?: number) => {
  rmSync(file, { force: true });
  const exitCode = await runNode(args, timeoutMs);
  const report = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return { report, result: testResult(exitCode, report) };
};

/** A suite that writes how many of its tests passed to the file that it is told. */
const counted = (name: string, args: (report: string) => string[]): Suite => ({
  name,
  run: async () => {
    const file = path.join(reports, `${name}.json`);
    return (await reported(file, args(file))).result;
  },
});

/**
 * Tests of vitest. A few that failed are run again with nothing beside them, so that a machine that stalls
 * does not stop the work; each is named at the end, for a test that races is a fault to be mended.
 */
const tests = (name: string, config: string, timeoutMs: number): Suite => ({
  name,
  run: async () => {
    const run = (file: string, args: string[]) =>
      reported(
        file,
        [
          toolPath('vitest'),
          'run',
          `--config=${config}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...args,
        ],
        timeoutMs,
      );
    const first = await run(path.join(reports, `${name}.json`), []);
    const files = filesToRepeat(first.report);
    if (files.length === 0) return first.result;
    console.log(`\n── ${name}, once more by themselves: ${files.join(', ')}`);
    const again = await run(path.join(reports, `${name}-again.json`), [
      '--no-file-parallelism',
      ...files,
    ]);
    if (again.result.failed === 0) lines.push(`RACED    ${name}: ${files.join(', ')}`);
    return afterRepetition(first.result, again.result);
  },
});

/** What only reads: the linter takes as long as all the others, and one core each. */
const reading: Suite[][] = [
  [check('lint', [toolPath('eslint'), '--max-warnings=0', '.'])],
  [
    check('format', [toolPath('prettier'), '--check', '--log-level=warn', '.']),
    check('types', [toolPath('typescript', 'tsc'), '-b']),
    check('unused', [toolPath('knip')]),
  ],
];
const quick: Suite[] = [tests('unit', 'vitest.config.ts', 20 * 60_000)];
const slow: Suite[] = [
  check('build', ['scripts/build.ts']),
  check('budget', ['scripts/check-budget.ts']),
  // One server and one browser after the other, each with everything a person does.
  tests('e2e', 'e2e/vitest.config.ts', 25 * 60_000),
  tests('engines', 'e2e/engines/vitest.config.ts', 15 * 60_000),
  // The same seed each time: what is found by chance is for `npm run fuzz`, not for who changes something else.
  counted('fuzz', (report) => ['fuzz/main.ts', '--seconds=20', '--seed=1', `--report=${report}`]),
];

const suites = process.argv.includes('--quick') ? quick : [...quick, ...slow];
const total: Result = { passed: 0, failed: 0 };
const lines: string[] = [];
mkdirSync(reports, { recursive: true });

const runInOrder = async (suites: readonly Suite[]): Promise<void> => {
  for (const suite of suites) {
    console.log(`\n── ${suite.name}`);
    const started = performance.now();
    const result = await suite.run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    total.passed += result.passed;
    total.failed += result.failed;
    lines.push(`${suite.name.padEnd(8)} ${verdict(result)} in ${seconds} s`);
  }
};

await Promise.all(reading.map(runInOrder));
await runInOrder(suites);

console.log(`\n${lines.join('\n')}\n`);
console.log(verdict(total));
process.exitCode = total.failed === 0 ? 0 : 1;
