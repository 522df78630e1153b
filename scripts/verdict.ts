/** What a suite or a whole run came to. */
export interface Result {
  passed: number;
  failed: number;
}

/** A check without tests of its own counts as one test. */
export const checkResult = (exitCode: number): Result =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/**
 * What a run of tests came to, from its exit code and the text of vitest's JSON report (null when it
 * wrote none). A run counts at least one failure if it was aborted, could not load a file, or ran no
 * test: each of them would otherwise look like success.
 */
export const testResult = (exitCode: number, report: string | null): Result => {
  const { passed, failed } = counts(report);
  const isBroken = exitCode !== 0 || passed + failed === 0;
  return { passed, failed: isBroken ? Math.max(failed, 1) : failed };
};

const counts = (report: string | null): Result => {
  if (report === null) return { passed: 0, failed: 0 };
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(report) as Record<string, unknown>;
    return { passed: Number(numPassedTests ?? 0), failed: Number(numFailedTests ?? 0) };
  } catch {
    // Cut off in the middle: the run was killed while it wrote.
    return { passed: 0, failed: 0 };
  }
};

/** How many failed tests may have been races: more are a fault of what was changed, or of the machine. */
const mostRaces = 3;

/**
 * The files, absolute, of what failed, where that is little enough to be looked at alone once more: tests, or
 * files whose process ended under them.
 */
export const filesToRepeat = (report: string | null): string[] => {
  if (report === null || counts(report).passed === 0) return [];
  const { testResults = [] } = JSON.parse(report) as {
    testResults?: { name: string; status: string }[];
  };
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return Math.max(failed.length, counts(report).failed) > mostRaces ? [] : failed;
};

/** What a run came to whose failed files were run again by themselves: only what failed twice has failed. */
export const afterRepetition = (first: Result, again: Result): Result => {
  const failed = Math.min(first.failed, again.failed);
  return { passed: first.passed + first.failed - failed, failed };
};

/** The last line of a run. */
export const verdict = ({ passed, failed }: Result): string => `${passed} passed, ${failed} failed`;
