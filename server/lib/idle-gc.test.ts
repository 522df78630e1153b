import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';

import { collectGarbageWhenIdle } from './idle-gc.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what work has left', () => {
  let spentMs: number;
  let collect: ReturnType<typeof vi.fn<() => Promise<void>>>;
  let end: () => void;
  beforeEach(() => {
    spentMs = 400;
    collect = vi.fn(() => Promise.resolve());
    end = collectGarbageWhenIdle({ collect, usage: () => ({ user: spentMs * 1000, system: 0 }) });
  });
  afterEach(() => end());

  /** Advances time with a given CPU load. */
  const pass = (seconds: number, msPerSecond = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      spentMs += msPerSecond;
      vi.advanceTimersByTime(1000);
    }
  };

  it('is collected once when a start is over', () => {
    pass(15);
    expect(collect).not.toHaveBeenCalled();
    pass(300, 5);
    expect(collect).toHaveBeenCalledOnce();
  });

  it('is not collected while there is work', () => {
    for (let round = 0; round < 20; round += 1) {
      pass(10);
      pass(5, 60);
    }
    expect(collect).not.toHaveBeenCalled();
  });

  it('is collected again after more work', () => {
    pass(20);
    pass(60, 800);
    expect(collect).toHaveBeenCalledOnce();
    pass(20);
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('is left when the server has ended', () => {
    end();
    pass(60);
    expect(collect).not.toHaveBeenCalled();
  });
});

test('memory is given back', async () => {
  const end = collectGarbageWhenIdle({ usage: () => ({ user: 0, system: 0 }) });
  // Old enough to be outside of the young generation.
  const left = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
  const before = process.memoryUsage();
  expect(left).toHaveLength(1_000_000);
  left.length = 0;
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await vi.waitFor(() => {
    const after = process.memoryUsage();
    expect(before.heapUsed - after.heapUsed).toBeGreaterThan(20_000_000);
    expect(before.heapTotal - after.heapTotal).toBeGreaterThan(20_000_000);
  });
  end();
});
