import { test } from 'vitest';

import type { House } from './house.ts';

/** How one row of the specification is shown to be true. */
export interface Proof {
  row: string;
  /** What the test shows; for a row that is not built yet, what it waits for. */
  shows: string;
  /** The file of the test. */
  file: string;
  result: 'pass' | 'fail' | 'not yet';
}

type Run = () => Promise<void> | void;

/** What the proofs of one file are written with. */
export interface Ledger {
  /**
   * Registers a test that shows one row, or several where the same requests really show each.
   * `shows` says in a few words what a caller sees.
   */
  prove(rows: string | readonly string[], shows: string, run: Run): void;
  /** Registers a test that the rows are not built yet, so that it fails as soon as they want a proof. */
  notYet(rows: readonly string[], waitsFor: string, run: Run): void;
}

/** The proofs of one file, on a server that it may share with others. */
export type Area = (ledger: Ledger, house: () => House) => void;

/** Collects the proofs of one area; `file` is where they stand. */
export const createLedger = (proofs: Proof[], file: string): Ledger => {
  const register = (
    rows: readonly string[],
    shows: string,
    run: Run,
    result: Proof['result'],
  ): void => {
    const own = rows.map((row): Proof => ({ row, shows, file, result: 'fail' }));
    proofs.push(...own);
    test(`${rows.join(' and ')}: ${shows}`, async () => {
      await run();
      for (const proof of own) proof.result = result;
    });
  };
  return {
    prove: (rows, shows, run) => register([rows].flat(), shows, run, 'pass'),
    notYet: (rows, waitsFor, run) => register(rows, waitsFor, run, 'not yet'),
  };
};
