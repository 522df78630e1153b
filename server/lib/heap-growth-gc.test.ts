import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { collectGarbageWhenGrown } from './heap-growth-gc.ts';

const mebibyte = 2 ** 20;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets a heap have these sizes (MiB), one for each second, and returns the sizes at which it was collected. */
const collectionsAt = async (sizes: number[], live: number): Promise<number[]> => {
  let size = live;
  const collected: number[] = [];
  const end = collectGarbageWhenGrown({
    used: () => size * mebibyte,
    collect: () => {
      collected.push(size);
      size = live;
      return Promise.resolve();
    },
  });
  for (const next of sizes) {
    size = next;
    await vi.advanceTimersByTimeAsync(1000);
  }
  end();
  return collected;
};

test('a small heap is collected for each 8 MiB that it has grown', async () => {
  expect(await collectionsAt([8, 16, 17, 18, 17, 25], 10)).toEqual([18, 25]);
});

test('a large heap is collected once it has grown by half, because that takes longer', async () => {
  expect(await collectionsAt([520, 700, 751, 600], 500)).toEqual([751]);
});

test('garbage of old objects is collected before V8 would look at it', async () => {
  const end = collectGarbageWhenGrown();
  // Old enough to be outside of the young generation.
  const left = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = process.memoryUsage().heapUsed;
  expect(left).toHaveLength(1_000_000);
  left.length = 0;
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await vi.waitFor(() =>
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(20_000_000),
  );
  end();
});
