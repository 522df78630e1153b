import { ebookFormats } from '../../shared/api/book-record.ts';

/** SQL for the formats of texts, as a list: `('epub', …)`. */
export const ebookFormatsSql = `(${ebookFormats.map((format) => `'${format}'`).join(', ')})`;
