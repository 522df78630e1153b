import { describe, expect, it } from 'vitest';

import { growth, median, percentile } from './statistics.ts';

describe('the statistics of benchmarks', () => {
  it('take values by rank, in any order, and leave the list as it was', () => {
    const values = [5, 1, 4, 2, 3];
    expect(median(values)).toBe(3);
    expect(percentile(values, 0.95)).toBe(5);
    expect(percentile(values, 0)).toBe(1);
    expect(values).toEqual([5, 1, 4, 2, 3]);
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.95)).toBe(95);
    expect(median([])).toBeNaN();
  });

  it('tell growth as an exponent', () => {
    expect(growth(3, 3)).toBe(0);
    expect(growth(1, 10)).toBeCloseTo(1);
    expect(growth(1, 100)).toBeCloseTo(2);
    expect(growth(1, 8, 2)).toBeCloseTo(3);
    expect(growth(2, 1)).toBeLessThan(0);
  });
});
