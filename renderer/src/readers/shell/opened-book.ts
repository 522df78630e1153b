import { getBook, type FullBook } from '../../../../shared/api/books.ts';
import { getReadListPlace } from '../../../../shared/api/read-lists.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { takeRecentBook } from '../../api/recent-book.ts';

/** A book with its neighbours in the series or reading list. */
export interface OpenedBook extends FullBook {
  /** Name of the reading list. */
  list_name?: string;
}

/** Along the reading order: 1 is forward, -1 back. */
export type Step = 1 | -1;

/** Id of the previous or next book in the series or reading list that can be read. */
export const neighbourOf = (book: OpenedBook, step: Step): string | null =>
  step === 1 ? book.next_readable_id : book.previous_readable_id;

/** Whether books between this one and that neighbour, or all on that side, cannot be read. */
export const hasUnreadable = (book: OpenedBook, step: Step): boolean =>
  neighbourOf(book, step) !== (step === 1 ? book.next_id : book.previous_id);

/**
 * @throws AppError `NotFound`. If the list is gone or no longer has the book, the neighbours in the
 * series are used.
 */
export const loadOpenedBook = async (
  id: string,
  listId: string | undefined,
  signal: AbortSignal,
): Promise<OpenedBook> => {
  const [book, position] = await Promise.all([
    takeRecentBook(id) ?? api.call(getBook, { params: { id }, signal }),
    listId === undefined
      ? null
      : nullOnServerError(
          api.call(getReadListPlace, { params: { id: listId, book_id: id }, signal }),
        ),
  ]);
  if (position === null) return book;
  const { name, ...neighbours } = position;
  return { ...book, ...neighbours, list_name: name };
};

/** Resolves to null on a server error: the book is readable without this data. */
export const nullOnServerError = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};
