/** Fields that give a book's number in its series. */
export interface BookNumber {
  number: number | null;
}

/** A run of missing whole numbers. */
export interface MissingRun {
  first: number;
  last: number;
}

/**
 * Numbers missing between two neighbours of a series; null if none or unknown. Fractions (12.5) are
 * extras and leave no gap.
 */
export const missingBetween = (book: BookNumber, other: BookNumber): MissingRun | null => {
  if (book.number === null || other.number === null) return null;
  const first = Math.floor(Math.min(book.number, other.number)) + 1;
  const last = Math.ceil(Math.max(book.number, other.number)) - 1;
  return first <= last ? { first, last } : null;
};
