import { test } from 'vitest';

import type { House } from './house.ts';

/** How one row of the specification is shown to be true. */
export interface Proof {
  row: string;
  /** What the test shows. */
  shows: string;
  /** The file of the test. */
  file: string;
  result: 'pass' | 'fail';
}

type Run = () => Promise<void> | void;

/** What the proofs of one file are written with. */
export interface Ledger {
  /**
   * Registers a test that shows one row, or several where the same requests really show each.
   * `shows` says in a few words what a caller sees.
   */
  prove(rows: string | readonly string[], shows: string, run: Run): void;
}

/** The proofs of one file, on a server that it may share with others. */
export type Area = (ledger: Ledger, house: () => House) => void;

/** Collects the proofs of one area; `file` is where they stand. */
export const createLedger = (proofs: Proof[], file: string): Ledger => ({
  prove: (named, shows, run) => {
    const rows = [named].flat();
    const own = rows.map((row): Proof => ({ row, shows, file, result: 'fail' }));
    proofs.push(...own);
    test(`${rows.join(' and ')}: ${shows}`, async () => {
      await run();
      for (const proof of own) proof.result = 'pass';
    });
  },
});
