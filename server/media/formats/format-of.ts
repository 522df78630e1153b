import { extname } from 'node:path';

import type { BookFormat } from '../../../shared/api/book-record.ts';

const formats: Record<string, BookFormat> = {
  '.cbz': 'cbz',
  '.zip': 'cbz',
  '.cbr': 'cbr',
  '.rar': 'cbr',
  '.cb7': 'cb7',
  '.7z': 'cb7',
  '.cbt': 'cbt',
  '.tar': 'cbt',
  '.epub': 'epub',
  '.pdf': 'pdf',
};

/** `.cbz` and so on, every extension of a book. */
export const bookExtensions: readonly string[] = Object.keys(formats);

/** The format that a file's extension promises, or null if it is no book. */
export const formatOf = (path: string): BookFormat | null =>
  formats[extname(path).toLowerCase()] ?? null;
