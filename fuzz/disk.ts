import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultCodes } from '../server/testing/faults/faults.ts';
import { createRuns } from '../server/testing/faults/runs.ts';
import { scenarios } from '../server/testing/faults/scenarios.ts';
import { createStory, stories } from '../server/testing/faults/stories.ts';
import type { FuzzReport } from './fuzz.ts';
import { createRandom, type Random } from '../server/testing/random.ts';

interface Hit {
  /** Description of the fault and its position. */
  text: string;
  run(): Promise<void>;
}

/** Returns faults in rotation, at random steps. */
const scenarioHits = async (name: string, dir: string, random: Random): Promise<() => Hit> => {
  const runs = await createRuns(name, dir);
  const { operations, states } = await runs.crashes();
  return () => {
    if (random.below(3) === 0) {
      const { after, path } = random.pick(states);
      return { text: `${name}, killed after ${after}`, run: () => runs.afterCrash(path) };
    }
    const index = random.below(operations.length);
    const code = random.pick(faultCodes);
    const lasting = random.below(2) === 0;
    return {
      text: `${name}, ${lasting ? 'from now on' : 'once'} ${code} at ${index}: ${operations[index]}`,
      run: () => runs.withFault(index, code, lasting),
    };
  };
};

const storyHits = async (name: string, dir: string, random: Random): Promise<() => Hit> => {
  const story = await createStory(name, dir);
  const operations = await story.operations();
  return () => {
    const index = 1 + random.below(operations.length);
    const what = random.pick(['SIGKILL', 'SIGTERM'] as const);
    return {
      text: `told to ${name}, ${what} at ${index}: ${operations[index - 1]}`,
      run: () => story.hit(index, what),
    };
  };
};

/**
 * Kills, stops and starves a real server at random steps for a given time: acknowledged data must
 * be present after the next start.
 */
export const attackDisk = async (seed: number, seconds: number): Promise<FuzzReport> => {
  const random = createRandom(seed);
  const end = Date.now() + seconds * 1000;
  const name = 'disk';
  let count = 0;
  while (count === 0 || Date.now() < end) {
    const dir = mkdtempSync(join(tmpdir(), 'octavo-disk-'));
    const all = [
      ...Object.keys(scenarios).map((name) => () => scenarioHits(name, dir, random)),
      ...Object.keys(stories).map((name) => () => storyHits(name, dir, random)),
    ];
    try {
      const next = await random.pick(all)();
      for (let hits = 0; hits < 10 && (hits === 0 || Date.now() < end); hits += 1) {
        const { text, run } = next();
        count += 1;
        try {
          await run();
        } catch (error) {
          const reason = (error as Error).stack ?? String(error);
          return { name, failed: true, text: `${text}\n${reason}` };
        }
      }
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return { name, failed: false, text: `${count} faults` };
};
