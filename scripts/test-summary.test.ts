import { describe, expect, test } from 'vitest';

import {
  mergeRetry,
  checkResult,
  filesToRepeat,
  sum,
  testResult,
  summaryLine,
} from './test-summary.ts';

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
  expect(summaryLine(testResult(exitCode, text))).toBe(line);
});

test('skipped tests are counted', () => {
  const text = JSON.stringify({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2 });
  const result = testResult(1, text);
  expect(summaryLine(result)).toBe('5 passed, 1 failed, 2 skipped');
  const again = mergeRetry(result, { passed: 3, failed: 0, skipped: 1 });
  expect(summaryLine(sum([again, { passed: 1, failed: 0 }]))).toBe('7 passed, 0 failed, 2 skipped');
});

test('a check counts as one test', () => {
  expect([checkResult(0), checkResult(2)].map(summaryLine)).toEqual([
    '1 passed, 0 failed',
    '0 passed, 1 failed',
  ]);
});

describe('files that are run again by themselves', () => {
  const [raced, sound] = ['/a/raced.test.ts', '/a/sound.test.ts'];
  const withFiles = (numFailedTests: number) =>
    JSON.stringify({
      numPassedTests: 9,
      numFailedTests,
      testResults: [
        { name: raced, status: 'failed' },
        { name: sound, status: 'passed' },
      ],
    });

  test('are those of a few failed tests', () => {
    expect(filesToRepeat(withFiles(1))).toEqual([raced]);
    expect(filesToRepeat(withFiles(3))).toEqual([raced]);
    // Its process crashed before a test could fail.
    expect(filesToRepeat(withFiles(0))).toEqual([raced]);
  });

  test.each([
    ['many tests failed', withFiles(4)],
    ['nothing passed', report(0, 1)],
    ['the run was killed', '{"numPassedTests": 1'],
    ['no report was written', null],
  ])('are none where %s', (_, report) => {
    expect(filesToRepeat(report)).toEqual([]);
  });

  test.each([
    ['passes then', { passed: 5, failed: 0 }, '10 passed, 0 failed'],
    ['fails again', { passed: 4, failed: 1 }, '9 passed, 1 failed'],
    ['brings its file down', { passed: 0, failed: 5 }, '9 passed, 1 failed'],
  ])('count as they did the second time: one that %s', (_, again, line) => {
    expect(summaryLine(mergeRetry({ passed: 9, failed: 1 }, again))).toBe(line);
  });
});
