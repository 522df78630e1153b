/**
 * `npm test`: all checks and tests of the project with one result.
 *
 * `npm run check` (`--quick`) is the same without the build and the end-to-end tests;
 * `npm run test:engines` (`--engines`) only runs the stories of `e2e/engines`, `npm run test:image`
 * (`--image`) only builds and starts the image of the server.
 *
 * A suite that fails, is aborted or runs no test fails the whole run. The names of all failed,
 * flaky and skipped tests are printed at the end. The last line printed is `N passed, N failed`,
 * with `, N skipped` if there are any; a check without tests counts as one.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { installTestTools } from './install-test-tools.ts';
import { root, toolPath } from './run.ts';
import { check, counted, reports, tests, type Suite } from './suites.ts';
import { sum, summaryLine, type Result } from './test-summary.ts';

/**
 * Node keeps here what it compiled and the types that it erased: a server that a test starts from
 * its sources loads in half the time.
 */
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/node');
/**
 * The compiler and oxlint are programs in Go, which by default collect garbage so often that it takes a
 * quarter to a third of their time. Near 3 GiB they collect it more often again.
 */
process.env['GOGC'] ??= '300';
process.env['GOMEMLIMIT'] ??= '3GiB';
// Vitest writes into a pipe.
if (process.stdout.isTTY) process.env['FORCE_COLOR'] ??= '1';

const lint: Suite[] = [
  check('lint', [toolPath('eslint'), '--max-warnings=0', '.']),
  // The rules that need types.
  check('lint', [toolPath('oxlint')]),
];
const reading: Suite[] = [
  check('format', [toolPath('prettier'), '--check', '--cache', '--log-level=warn', '.']),
  check('types', [toolPath('@typescript/native', 'tsc'), '-b', '--singleThreaded']),
  check('unused', [toolPath('knip')]),
];
const making: Suite[] = [
  check('build', ['scripts/build.ts']),
  check('budget', ['scripts/check-budget.ts']),
];
// A fixed seed: random findings are for `npm run fuzz`, not for unrelated changes.
const fuzz = counted('fuzz', (report) => [
  'fuzz/main.ts',
  '--seconds=3',
  '--seed=1',
  `--report=${report}`,
]);
const unit = tests('unit', 'vitest.config.ts');
// Covers everything a user does.
const e2e = tests('e2e', 'e2e/vitest.config.ts');
const engines: Suite[] = [
  check('build', ['scripts/build.ts']),
  tests('engines', 'e2e/engines/vitest.config.ts'),
];
const image: Suite[] = [tests('image', 'e2e/image/vitest.config.ts')];

const results: Result[] = [];
const lines: string[] = [];
const details: string[] = [];
mkdirSync(reports, { recursive: true });

const runInOrder = async (suites: readonly Suite[]): Promise<void> => {
  for (const suite of suites) {
    console.log(`\n── ${suite.name}`);
    const started = performance.now();
    const { result, failed = [], raced = [], skipped = [] } = await suite.run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    results.push(result);
    lines.push(`${suite.name.padEnd(8)} ${summaryLine(result)} in ${seconds} s`);
    for (const [word, names] of Object.entries({ SKIPPED: skipped, RACED: raced, FAILED: failed }))
      details.push(...names.map((name) => `${word.padEnd(8)} ${suite.name}: ${name}`));
  }
};

if (process.argv.includes('--engines')) {
  await runInOrder(engines);
} else if (process.argv.includes('--image')) {
  await runInOrder(image);
} else {
  const isQuick = process.argv.includes('--quick');
  const rest = isQuick ? [...reading, unit] : [...reading, ...making, unit];
  // Fuzzing waits for disks and threads: after the linter, beside tests, it leaves no core idle.
  const beside = isQuick ? lint : [...lint, fuzz];
  await Promise.all([runInOrder(beside), runInOrder(rest)]);
  if (!isQuick) {
    installTestTools();
    await runInOrder([e2e]);
  }
}

const total = sum(results);
console.log(`\n${[...lines, '', ...details].join('\n')}\n`);
console.log(summaryLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
