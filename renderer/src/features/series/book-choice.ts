import type { Book } from '../../../../shared/api/book-record.ts';

/** What the page of a series shows of its books. */
export interface BookChoice {
  /** Leaves out what is read. */
  isUnread: boolean;
  /** The last book first. */
  isReversed: boolean;
}

export const wholeSeries: BookChoice = { isUnread: false, isReversed: false };

export const chosenBooks = (
  books: readonly Book[],
  { isUnread, isReversed }: BookChoice,
): readonly Book[] => {
  const shown = isUnread ? books.filter(({ progress }) => progress?.is_completed !== true) : books;
  return isReversed ? shown.toReversed() : shown;
};
