import type { Book } from '../../../../shared/api/book-record.ts';

/** Fields that give a book's number in its series. */
export type BookNumber = Pick<Book, 'number'> &
  Partial<Pick<Book, 'volume' | 'volume_id' | 'chapter' | 'number_end'>>;

/** A run of missing whole numbers. */
export interface MissingRun {
  first: number;
  last: number;
}

/**
 * Numbers missing between two neighbours of a series; null if none or unknown. Fractions (12.5) are extras
 * and leave no gap. Nor do the numbers of a whole volume and of a chapter, or of chapters that restart in
 * another volume.
 */
export const missingBetween = (book: BookNumber, other: BookNumber): MissingRun | null => {
  if (book.number === null || other.number === null) return null;
  if (isWholeVolume(book) !== isWholeVolume(other)) return null;
  const [volume, otherVolume] = [book.volume ?? 0, other.volume ?? 0];
  const isElsewhere = book.volume_id !== other.volume_id && volume !== otherVolume;
  if (isElsewhere && volume < otherVolume !== book.number < other.number) return null;
  const earlier = book.number < other.number ? book : other;
  const reached = Math.max(earlier.number ?? 0, earlier.number_end ?? 0);
  const first = Math.floor(reached) + 1;
  const last = Math.ceil(Math.max(book.number, other.number)) - 1;
  return first <= last ? { first, last } : null;
};

/** Among volumes that hold chapters. */
const isWholeVolume = ({ volume_id: home, chapter }: BookNumber): boolean =>
  typeof home === 'string' && chapter === null;
