import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { faultCodes } from '../testing/faults/faults.ts';
import { createRuns, sampled } from '../testing/faults/runs.ts';
import { scenarios } from '../testing/faults/scenarios.ts';

/**
 * Of up to a hundred steps; `npm run fuzz -- --target disk` samples them randomly for as long as it
 * runs.
 */
const most =
  // Wine takes seconds for each.
  process.platform === 'win32' ? { crashes: 6, faults: 2 } : { crashes: 25, faults: 6 };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-faults-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const failuresOf = async (work: Promise<void>, what: string): Promise<string[]> => {
  try {
    await work;
    return [];
  } catch (error) {
    return [`${what}: ${(error as Error).stack ?? String(error)}`];
  }
};

describe.each(Object.keys(scenarios))('%s', (name) => {
  test('that is killed at any step leaves what the next start makes whole', async () => {
    const runs = await createRuns(name, dir);
    const { states } = await runs.crashes();
    expect(states.length).toBeGreaterThan(4);
    for (const { after, path } of sampled(states, most.crashes)) {
      expect(await failuresOf(runs.afterCrash(path), `killed after ${after}`)).toEqual([]);
    }
  }, 300_000);

  test('that meets a full, read-only or broken disk at any step says so, and can be repeated', async () => {
    const runs = await createRuns(name, dir);
    const { operations } = await runs.crashes();
    for (const target of sampled([...operations.keys()], most.faults)) {
      const code = faultCodes[target % faultCodes.length] ?? 'EIO';
      for (const lasting of [true, false]) {
        const what = `${lasting ? 'from now on' : 'once'} ${code} at ${target}, ${operations[target]}`;
        expect(await failuresOf(runs.withFault(target, code, lasting), what)).toEqual([]);
      }
    }
  }, 300_000);
});
