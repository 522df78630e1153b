import { test } from 'vitest';

import type { ConformanceServer } from './fixture.ts';

/** How a row of the specification is verified. */
export interface RowCoverage {
  row: string;
  /** Description of the verified behaviour. */
  shows: string;
  /** The test file. */
  file: string;
  result: 'pass' | 'fail';
}

type Run = () => Promise<void> | void;

/** Context for the tests of one file. */
export interface RowTests {
  /**
   * Registers a test for one row, or several that are verified by the same requests. `shows`
   * briefly describes the observable behaviour.
   */
  describeRow(rows: string | readonly string[], shows: string, run: Run): void;
}

/** The tests of one file, on a server that can be shared. */
export type DescribeArea = (coverage: RowTests, fixture: () => ConformanceServer) => void;

/** Collects the tests of one area; `file` is their source. */
export const createRowTests = (proofs: RowCoverage[], file: string): RowTests => ({
  describeRow: (named, shows, run) => {
    const rows = [named].flat();
    const own = rows.map((row): RowCoverage => ({ row, shows, file, result: 'fail' }));
    proofs.push(...own);
    test(`${rows.join(' and ')}: ${shows}`, async () => {
      await run();
      for (const proof of own) proof.result = 'pass';
    });
  },
});
