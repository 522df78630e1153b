import { create } from 'zustand';

import type { Book } from '../../../../shared/api/book-record.ts';

/**
 * The subject of the dialog: a book to send now, a series whose new books are sent, or nothing, to see the
 * e-readers.
 */
export type BookMailTarget =
  | { kind: 'book'; book: Pick<Book, 'id' | 'title' | 'format' | 'file_size'> }
  | { kind: 'series'; id: string; name: string }
  | { kind: 'none' };

/** The dialog of e-readers; a global store, so that any menu can open it. */
export const useBookMail = create<{ open: BookMailTarget | null }>(() => ({ open: null }));

export const openBookMail = (target: BookMailTarget): void =>
  useBookMail.setState({ open: target });

export const closeBookMail = (): void => useBookMail.setState({ open: null });
