/**
 * SQL: false if it is known that the book has no cover. `main.`, because who sees the book sees its cover. An
 * aspect ratio of 0 means that the analysis found no cover.
 */
export const hasBookCover = (
  book: string,
): string => `(${book}.error IS NULL AND ${book}.cover_ratio IS NOT 0
    OR ${book}.cover_choice IS NOT NULL
    OR EXISTS (SELECT 1 FROM main.book_sidecars c WHERE c.book_pk = ${book}.pk AND c.cover IS NOT NULL))`;
