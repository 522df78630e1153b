/** Results of a benchmark, as `docs/performance.md` shows it. */
export interface Figure {
  /** Unique within its benchmark. */
  name: string;
  value: number;
  /** `×` for a ratio to the baseline of the same run. */
  unit: '×' | 'ms' | 'MiB' | 'kB' | 'a second' | '%' | '';
  better: 'less' | 'more';
  /** Null without a target. */
  target: number | null;
}

/**
 * A figure with its target as the tables print it, such as `≤ 1.25 ×` or `≥ 2,000 books/s`; the sign
 * says what is better.
 */
export const figure = (
  name: string,
  value: number,
  unit: Figure['unit'],
  printedTarget = '',
  better: Figure['better'] = 'less',
): Figure => {
  const [, sign, number = ''] = /^([≤≥<]) ([\d.,]+)/.exec(printedTarget) ?? [];
  if (sign === undefined) return { name, value, unit, better, target: null };
  const target = Number(number.replaceAll(',', ''));
  return { name, value, unit, better: sign === '≥' ? 'more' : 'less', target };
};

/** The time of one kind of request, by the number of books in the library. */
export interface GrowthPoint {
  name: string;
  books: number;
  ms: number;
}

export interface Findings {
  figures: Figure[];
  growth: GrowthPoint[];
}

const findings: Findings = { figures: [], growth: [] };

/** Keeps figures of the benchmark that runs in this process. A figure without a number is left out. */
export const record = (...figures: readonly Figure[]): void => {
  findings.figures.push(...figures.filter(({ value }) => Number.isFinite(value)));
};

export const recordGrowth = (...points: readonly GrowthPoint[]): void => {
  findings.growth.push(...points);
};

/** All that was recorded in this process. */
export const recorded = (): Findings => findings;
