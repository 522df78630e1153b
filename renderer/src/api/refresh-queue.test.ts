import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRefreshQueue, type QueryKey } from './refresh-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const setUp = () => {
  const batches: QueryKey[][] = [];
  return { batches, queue: createRefreshQueue((keys) => batches.push(keys), 1000) };
};

test('a single change is refreshed at once', async () => {
  const { batches, queue } = setUp();
  queue.add(['books']);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([[['books']]]);
});

test('thousands of changes within an interval are refreshed together, each once', async () => {
  const { batches, queue } = setUp();
  queue.add(['books']);
  await vi.advanceTimersByTimeAsync(10);
  for (let index = 0; index < 5000; index++) queue.add(['books'], ['series', 'page']);
  await vi.advanceTimersByTimeAsync(500);
  expect(batches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(batches[1]).toEqual([['books'], ['series', 'page']]);
});

test('is quick again after a quiet interval', async () => {
  const { batches, queue } = setUp();
  queue.add(['books']);
  await vi.advanceTimersByTimeAsync(3000);
  queue.add(['series']);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toHaveLength(2);
});
