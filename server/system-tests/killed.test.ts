import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sampled } from '../testing/faults/runs.ts';
import { createStory, stories } from '../testing/faults/stories.ts';

/**
 * Of some hundred steps; `npm run fuzz -- --target disk` samples them randomly for as long as it
 * runs.
 */
const hits = [1, 2, 3, 4];

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-killed-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe.each(Object.keys(stories))('a server whose signal is %s', (name) => {
  let story: Awaited<ReturnType<typeof createStory>>;
  let operations: string[];
  beforeAll(async () => {
    story = await createStory(name, join(dir, name));
    operations = await story.operations();
  }, 120_000);

  test('works on the disk in more steps than are tried here', () => {
    expect(operations.length).toBeGreaterThan(40);
  });

  // A test for each, because one that is silent for long is taken for one that hangs.
  test.each(hits)(
    `starts again with every acknowledged write when it ended in the middle (%i of ${hits.length})`,
    async (hit) => {
      const inside = [...operations.keys()].slice(1, -1);
      const number = sampled(inside, hits.length)[hit - 1] ?? 0;
      const signal = hit % 2 === 1 ? 'SIGTERM' : 'SIGKILL';
      const outcome = await story.hit(number, signal).catch(String);
      expect(outcome, `${signal} at ${number}: ${operations[number - 1]}`).toBe(undefined);
    },
    120_000,
  );
});
