import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { sampled } from '../testing/faults/runs.ts';
import { createStory, stories } from '../testing/faults/stories.ts';

/**
 * Of some hundred steps; `npm run fuzz -- --target disk` samples them randomly for as long as it
 * runs.
 */
const hits = 4;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-killed-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe.each(Object.keys(stories))('a server that is told to %s', (name) => {
  test('and is ended in the middle starts again with every acknowledged write', async () => {
    const story = await createStory(name, dir);
    const operations = await story.operations();
    expect(operations.length).toBeGreaterThan(40);
    const inside = [...operations.keys()].slice(1, -1);
    for (const [index, number] of sampled(inside, hits).entries()) {
      const signal = index % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
      const hit = story.hit(number, signal);
      await expect(hit, `${signal} at ${number}: ${operations[number - 1]}`).resolves.toBe(
        undefined,
      );
    }
  }, 600_000);
});
