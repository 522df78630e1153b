import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time; only their lengths can be found out. */
export const isSameSecret = (expected: string, given: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};
