/**
 * `npm test`: every check and every test of the project, one verdict.
 * `npm run check` is the same without the build and the end-to-end tests.
 *
 * A suite that fails, is aborted or runs no test makes the whole run fail. The last line printed is
 * `N passed, N failed`; each check that has no tests of its own counts as one.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { root, runNode, toolPath } from './run.ts';

interface Result {
  passed: number;
  failed: number;
}

interface Suite {
  name: string;
  run: () => Promise<Result>;
}

const reports = path.join(root, 'test-results');

/** A check passes or fails as a whole. */
const check = (name: string, args: string[]): Suite => ({
  name,
  run: async () =>
    (await runNode(args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
});

/** What vitest counted, or null when it ended before it wrote its report. */
const readReport = (file: string): Result | null => {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return null;
  }
};

/** A run of vitest; a file that cannot be loaded fails it though no test of that file is counted. */
const tests = (name: string, config: string): Suite => ({
  name,
  run: async () => {
    const file = path.join(reports, `${name}.json`);
    rmSync(file, { force: true });
    const code = await runNode([
      toolPath('vitest'),
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    const result = readReport(file) ?? { passed: 0, failed: 0 };
    const ranNothing = result.passed + result.failed === 0;
    if (ranNothing) console.error(`The suite "${name}" ran no test.`);
    const broken = code !== 0 || ranNothing;
    return { passed: result.passed, failed: broken ? Math.max(result.failed, 1) : result.failed };
  },
});

const quick: Suite[] = [
  check('format', [toolPath('prettier'), '--check', '--log-level=warn', '.']),
  check('lint', [toolPath('eslint'), '--max-warnings=0', '.']),
  check('types', [toolPath('typescript', 'tsc'), '-b']),
  check('unused', [toolPath('knip')]),
  tests('unit', 'vitest.config.ts'),
];
const slow: Suite[] = [check('build', ['scripts/build.ts']), tests('e2e', 'e2e/vitest.config.ts')];

const suites = process.argv.includes('--quick') ? quick : [...quick, ...slow];
const total: Result = { passed: 0, failed: 0 };
const lines: string[] = [];
mkdirSync(reports, { recursive: true });

for (const suite of suites) {
  console.log(`\n── ${suite.name}`);
  const started = performance.now();
  const { passed, failed } = await suite.run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  total.passed += passed;
  total.failed += failed;
  lines.push(`${suite.name.padEnd(8)} ${passed} passed, ${failed} failed in ${seconds} s`);
}

console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
