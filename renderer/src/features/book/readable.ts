import type { FullBook } from '../../../../shared/api/books.ts';

/** Whether the book is reflowable text, without page images. */
export const isText = ({ metadata }: Pick<FullBook, 'metadata'>): boolean =>
  metadata.layout === 'reflowable';

/** Whether a reader can show the book. The pages of a text are counted on opening at the latest. */
export const isReadable = (book: Pick<FullBook, 'error' | 'page_count' | 'metadata'>): boolean =>
  book.error === null && (book.page_count > 0 || isText(book));
