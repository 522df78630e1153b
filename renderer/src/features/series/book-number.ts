import type { Book } from '../../../../shared/api/book-record.ts';
import { bookMark } from './next-book.ts';

type Numbered = Pick<Book, 'volume' | 'chapter' | 'number'>;

/**
 * Index of the book with this number in reading order, else of the next higher one; -1 without one.
 * Compares the number that a book is named by: chapter, volume or issue.
 */
export const indexOfNumber = (books: readonly Numbered[], wanted: number): number => {
  let next = -1;
  let nextValue = Infinity;
  for (const [index, book] of books.entries()) {
    const number = bookMark(book)?.value;
    if (number === undefined) continue;
    if (number === wanted) return index;
    if (number > wanted && number < nextValue) {
      next = index;
      nextValue = number;
    }
  }
  return next;
};
