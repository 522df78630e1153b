import { type Book, isEbook } from '../../../../shared/api/book-record.ts';

/** Whether people look for the book itself and its writers, rather than for its series. */
export const isShelvedByBook = ({ format }: Pick<Book, 'format'>): boolean =>
  isEbook(format) || format === 'pdf';
