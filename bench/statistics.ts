/** Nearest-rank percentile; NaN if empty. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/**
 * Growth exponent of time with size: 0 is constant, 1 is linear. `factor` is the ratio of the
 * sizes.
 */
export const growth = (small: number, large: number, factor = 10): number =>
  Math.log(large / small) / Math.log(factor);
