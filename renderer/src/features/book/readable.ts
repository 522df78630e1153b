import type { FullBook } from '../../../../shared/api/books.ts';

/** Whether a book is a text, whose pages are no images. */
export const isText = ({ metadata }: Pick<FullBook, 'metadata'>): boolean =>
  metadata.layout === 'reflowable';

/** Whether one of the readers can show the book. The pages of a text are counted when it is opened at the latest. */
export const isReadable = (book: Pick<FullBook, 'error' | 'page_count' | 'metadata'>): boolean =>
  book.error === null && (book.page_count > 0 || isText(book));
