import { nearestTimestamp } from '../../lib/timestamps.ts';

/** Compares timestamps of programs that write different numbers of fractional digits. */

/** Converts to UTC, with as many fractional digits as `written`. */
export const toUtc = (written: string): string => {
  const digits = digitsOf(written);
  const fraction = digits === '' ? '' : `.${digits}`;
  return nearestTimestamp(Date.parse(written)).replace(/\.\d{3}Z$/, `${fraction}Z`);
};

export const wholeSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

/**
 * Whether `a` is before `b`, at the precision of the coarser one: `12:00:05Z` is not before
 * `12:00:05.9Z`, because its program can have omitted the fraction.
 */
export const isBefore = (a: string, b: string): boolean => {
  const [secondA, secondB] = [secondOf(a), secondOf(b)];
  if (secondA !== secondB) return secondA < secondB;
  const [digitsA, digitsB] = [digitsOf(a), digitsOf(b)];
  const common = Math.min(digitsA.length, digitsB.length);
  return digitsA.slice(0, common) < digitsB.slice(0, common);
};

const secondOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

const digitsOf = (instant: string): string => /\.(\d+)/.exec(instant)?.[1] ?? '';
