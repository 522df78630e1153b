/** The value that a share of all values does not exceed (nearest rank); NaN of none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** How time grows with size: 0 not at all, 1 in proportion. `factor` is how much larger the larger is. */
export const growth = (small: number, large: number, factor = 10): number =>
  Math.log(large / small) / Math.log(factor);
