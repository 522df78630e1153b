import { ebookFormats, isDerived } from '../../shared/api/book-record.ts';

const listOf = (formats: readonly string[]): string =>
  `(${formats.map((format) => `'${format}'`).join(', ')})`;

/** SQL for the formats of texts, as a list: `('epub', …)`. */
export const ebookFormatsSql = listOf(ebookFormats);
/** Those that are read through an EPUB. */
export const derivedFormatsSql = listOf(ebookFormats.filter(isDerived));
