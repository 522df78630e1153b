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

/** The last line of a run. */
export const verdict = ({ passed, failed }: Result): string => `${passed} passed, ${failed} failed`;
