/** Result of a suite or a whole run. */
export interface Result {
  passed: number;
  failed: number;
  /** Tests that need something this machine lacks. */
  skipped?: number;
}

/** A check without tests counts as one test. */
export const checkResult = (exitCode: number): Result =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/**
 * Result of a test run, from its exit code and the text of vitest's JSON report (null if none was
 * written). Counts at least one failure if the run was aborted, could not load a file, or ran no
 * test: these would otherwise look like success.
 */
export const testResult = (exitCode: number, report: string | null): Result => {
  const { passed, failed, skipped } = counts(report);
  const isBroken = exitCode !== 0 || passed + failed === 0;
  return { passed, failed: isBroken ? Math.max(failed, 1) : failed, skipped };
};

const nothing = { passed: 0, failed: 0, skipped: 0 };

const counts = (report: string | null): Required<Result> => {
  if (report === null) return nothing;
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(report) as Record<
      string,
      unknown
    >;
    return {
      passed: Number(numPassedTests ?? 0),
      failed: Number(numFailedTests ?? 0),
      skipped: Number(numPendingTests ?? 0),
    };
  } catch {
    // Truncated: the run was killed while writing.
    return nothing;
  }
};

/**
 * Maximum number of failures that can be flaky tests; more indicate a bug in the change, or a
 * broken machine.
 */
const maxRaced = 3;

/**
 * Absolute paths of the failed files to repeat in isolation, if they are few: with failed tests, or
 * whose process crashed.
 */
export const filesToRepeat = (report: string | null): string[] => {
  if (report === null || counts(report).passed === 0) return [];
  const { testResults = [] } = JSON.parse(report) as {
    testResults?: { name: string; status: string }[];
  };
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return Math.max(failed.length, counts(report).failed) > maxRaced ? [] : failed;
};

/** Result after the failed files were repeated: only what failed twice counts as failed. */
export const mergeRetry = (first: Result, again: Result): Result => {
  const failed = Math.min(first.failed, again.failed);
  return { ...first, passed: first.passed + first.failed - failed, failed };
};

/** Adds up the results of suites. */
export const sum = (results: readonly Result[]): Required<Result> => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  skipped: results.reduce((total, { skipped = 0 }) => total + skipped, 0),
});

/** The last line of a run. */
export const summaryLine = ({ passed, failed, skipped = 0 }: Result): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
