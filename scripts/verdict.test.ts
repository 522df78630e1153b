import { expect, test } from 'vitest';

import { checkResult, testResult, verdict } from './verdict.ts';

const report = (numPassedTests: number, numFailedTests: number) =>
  JSON.stringify({ numPassedTests, numFailedTests });

test.each([
  ['all passed', 0, report(12, 0), '12 passed, 0 failed'],
  ['some failed', 1, report(10, 2), '10 passed, 2 failed'],
  ['a file could not be loaded', 1, report(12, 0), '12 passed, 1 failed'],
  ['no test was found', 0, report(0, 0), '0 passed, 1 failed'],
  ['no report was written', 0, null, '0 passed, 1 failed'],
  ['killed while writing the report', 124, '{"numPassedTests": 1', '0 passed, 1 failed'],
])('a suite where %s', (_, exitCode, text, line) => {
  expect(verdict(testResult(exitCode, text))).toBe(line);
});

test('a check counts as one test', () => {
  expect([checkResult(0), checkResult(2)].map(verdict)).toEqual([
    '1 passed, 0 failed',
    '0 passed, 1 failed',
  ]);
});
