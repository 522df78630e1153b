import type { Book } from '../../../../shared/api/book-record.ts';

/** Whether people look for the book itself and its writers, rather than for its series. */
export const isShelvedByBook = ({ format }: Pick<Book, 'format'>): boolean =>
  format === 'epub' || format === 'pdf';
