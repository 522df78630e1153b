import type { FullBook } from '../../../../shared/api/books.ts';

/** Whether a book is a text, whose pages are no images. */
export const isText = ({ metadata }: Pick<FullBook, 'metadata'>): boolean =>
  metadata.layout === 'reflowable';

/** Whether the reader can show the pages of a book. */
export const isReadable = (book: Pick<FullBook, 'error' | 'page_count' | 'metadata'>): boolean =>
  book.error === null && book.page_count > 0 && !isText(book);
