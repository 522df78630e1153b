/**
 * SQL: false if it is known that the book has no cover. `main.`, because who sees the book sees its cover. An
 * aspect ratio of 0 means that the analysis found no cover. A book that cannot be read can still
 * have an uploaded cover, or an image file beside it.
 */
export const hasBookCover = (book: string): string => `iif(${book}.cover_choice IS NOT NULL,
  ${book}.error IS NULL OR ${book}.cover_choice ->> 'upload' IS NOT NULL,
  (${book}.error IS NULL AND ${book}.cover_ratio IS NOT 0)
    OR EXISTS (SELECT 1 FROM main.book_sidecars c WHERE c.book_pk = ${book}.pk AND c.cover IS NOT NULL))`;
