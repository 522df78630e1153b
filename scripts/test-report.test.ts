import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { captureNode, root, toolPath } from './run.ts';
import { reports } from './suites.ts';
import { failedTests, failuresOf, skippedTests } from './test-report.ts';

/** Run by the real vitest, to get its actual report. */
const files = {
  'a.test.ts': `
    import { describe, expect, test } from 'vitest';
    test('adds', () => expect(1 + 1).toBe(2));
    describe('a sum', () => {
      test('is wrong', () => { throw new Error('expected 3\\nand more lines'); });
    });
    describe.skipIf(true)('a disk', { meta: { needs: 'root' } }, () => {
      test('is full', () => {});
      test('is gone', () => {});
    });
    test.skip('by mistake', () => {});`,
  'vitest.config.js': 'export default {};',
  'b.test.ts': `throw new Error('cannot be loaded');`,
};

let folder: string;
let report: string;
beforeAll(async () => {
  mkdirSync(reports, { recursive: true });
  folder = mkdtempSync(path.join(reports, 'sample-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const file = path.join(folder, 'report.json');
  const args = ['run', `--root=${folder}`, '--reporter=json'];
  await captureNode([toolPath('vitest'), ...args, `--outputFile.json=${file}`], 60_000);
  report = readFileSync(file, 'utf8');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each failed test has a line with its full name and the first line of its error', () => {
  expect(failedTests(report, folder).sort()).toEqual([
    'a.test.ts › a sum is wrong: Error: expected 3',
    'b.test.ts: cannot be loaded',
  ]);
});

test('skipped tests are named in one line for each thing that is missing', () => {
  expect(skippedTests(report, folder)).toEqual([
    '2 for want of root: a disk is full; a disk is gone',
    '1 for want of a reason in a.test.ts: by mistake',
  ]);
});

test.each([
  ['was killed before it wrote', 124, null, 'ended with code 124 and wrote no report'],
  ['was killed while it wrote', 124, '{"numPassed', 'ended with code 124, though no test failed'],
  ['ran nothing', 0, '{"testResults":[]}', 'ran no test'],
])('a suite that %s is reported', (_, exitCode, text, line) => {
  expect(failuresOf(exitCode, text, root)).toEqual([line]);
});

test('long messages are cut', () => {
  const long = { name: `${root}/x.ts`, status: 'failed', message: 'y'.repeat(5000) };
  const [line = ''] = failedTests(JSON.stringify({ testResults: [long] }), root);
  expect(line.length).toBe(300);
});
