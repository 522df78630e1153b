import type { BookState } from './types.ts';

export type StoredBookState = Omit<BookState, 'locked_fields' | 'file_values'> & {
  locked_fields: string;
  file_values: string;
};

/** Columns of a book with its series and manual placement. */
export const organisedBookColumns = `b.pk, b.id, b.title, b.path, b.library_pk, b.series_pk, s.id AS series_id,
  s.name AS series_name, b.embedded_series, b.number, b.volume, b.chapter, b.locked_fields, b.file_values,
  b.missing_since, p.series_pk AS placement_pk`;
export const organisedBookTables = `books b JOIN series s ON s.pk = b.series_pk
  LEFT JOIN book_placements p ON p.book_pk = b.pk`;

export const toBookState = (row: StoredBookState): BookState => ({
  ...row,
  locked_fields: JSON.parse(row.locked_fields) as string[],
  file_values: JSON.parse(row.file_values) as BookState['file_values'],
});
