import { getBook, type FullBook } from '../../../shared/api/books.ts';
import { getReadListPlace } from '../../../shared/api/read-lists.ts';
import { AppError } from '../../../shared/errors.ts';
import { api } from '../api/client.ts';

/** A book with what comes before and after it: in its series, or on the list that it is read from. */
export interface OpenedBook extends FullBook {
  /** Name of that reading list. */
  list_name?: string;
}

/** @throws AppError `NotFound`. A list that is gone, or no longer has the book, leaves it to its series. */
export const loadOpenedBook = async (
  id: string,
  listId: string | undefined,
  signal: AbortSignal,
): Promise<OpenedBook> => {
  const [book, place] = await Promise.all([
    api.call(getBook, { params: { id }, signal }),
    listId === undefined
      ? null
      : optional(api.call(getReadListPlace, { params: { id: listId, book_id: id }, signal })),
  ]);
  if (place === null) return book;
  const { name, previous_id, next_id } = place;
  return { ...book, previous_id, next_id, list_name: name };
};

/** Welcome, but a book is read all the same where the server refuses it. */
export const optional = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};
