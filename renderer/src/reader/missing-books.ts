/** What tells where a book stands in its series. */
export interface BookNumber {
  number: number | null;
}

/** A run of whole numbers that nobody has. */
export interface MissingRun {
  first: number;
  last: number;
}

/**
 * The numbers between two neighbours of a series that are not there; null where nothing is missing
 * or it cannot be told. Halves (12.5) are extras and leave no gap.
 */
export const missingBetween = (one: BookNumber, other: BookNumber): MissingRun | null => {
  if (one.number === null || other.number === null) return null;
  const first = Math.floor(Math.min(one.number, other.number)) + 1;
  const last = Math.ceil(Math.max(one.number, other.number)) - 1;
  return first <= last ? { first, last } : null;
};
