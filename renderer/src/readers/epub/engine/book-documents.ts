import type { PublicationManifest } from '../../../../../shared/api/epub.ts';

/**
 * The documents of a book: those of the reading order, and behind them those that only links lead to,
 * such as notes and answers. `base` is the URL prefix of all files of the book.
 */
export const documentsOf = ({ readingOrder, resources }: PublicationManifest) => ({
  parts: [
    ...readingOrder,
    ...resources.filter(({ type }) => type === 'application/xhtml+xml' || type === 'image/svg+xml'),
  ],
  base: /^.*?\/resources\//.exec(readingOrder[0]?.href ?? '')?.[0] ?? '/',
});
