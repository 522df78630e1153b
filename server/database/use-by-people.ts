/** Tables whose rows show that people have used or changed a book, series or library, by what they refer to. */
export const usedByPeople = {
  books: [
    ...['progress', 'reading_places', 'reading_history', 'annotations'],
    ...['read_list_books', 'book_mails', 'book_placements', 'organise_books'],
  ],
  series: ['followed_series', 'collection_series', 'series_tracking', 'mailed_series'],
  /** With a column for each. */
  booksOrSeries: ['ratings', 'wanted'],
  /** Plans to change files are not among them: rules make some, and files that were changed leave others in the bin. */
  libraries: ['organise_changes', 'ignored_files', 'intake_folders'],
} as const;

/** Tables of books whose files Octavo has moved or changed, so that an undo refers to the book. */
export const changedByOctavo = [
  ...['binned_files', 'deleted_books', 'conversion_files', 'metadata_write_files'],
  'set_aside_copies',
] as const;

/** SQL: whether a row of one of these tables, `t`, is of a record. */
export const anyRow = (tables: readonly string[], isOf: string): string =>
  tables.map((table) => `EXISTS (SELECT 1 FROM ${table} t WHERE ${isOf})`).join(' OR ');

/** SQL: whether people have read, listed, annotated, edited or otherwise used a book with this alias. */
export const isUsedBook = (alias: string): string => {
  const ofBook = `t.book_pk = ${alias}.pk`;
  return `(${isEdited(alias)} OR ${anyRow(['volumes'], `t.cover_book_pk = ${alias}.pk`)}
    OR ${anyRow([...usedByPeople.books, ...usedByPeople.booksOrSeries], ofBook)})`;
};

/** SQL: whether people have edited a book or series with this alias. */
export const isEdited = (alias: string): string =>
  `(${alias}.locked_fields <> '[]' OR ${alias}.cover_choice IS NOT NULL)`;
