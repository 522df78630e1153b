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
  '.mobi': 'mobi',
  '.azw': 'mobi',
  '.azw3': 'mobi',
  '.prc': 'mobi',
  '.fb2': 'fb2',
  '.fbz': 'fb2',
  '.pdf': 'pdf',
};

/** The only extension of two parts. */
const packedFb2 = /\.fb2\.zip$/i;

/** The file name without its extension. */
export const withoutBookExtension = (name: string): string =>
  name.replace(packedFb2.test(name) ? packedFb2 : /\.[^.]*$/, '');

/** The name of a book without its extension; a folder called "Chapter 1.5" has none. */
export const bookStem = (name: string): string =>
  formatOf(name) === null ? name : withoutBookExtension(name);

/** All book extensions: `.cbz` and so on. */
export const bookExtensions: readonly string[] = Object.keys(formats);

/** The format implied by a file's extension, or null if it is not a book. */
export const formatOf = (path: string): BookFormat | null =>
  packedFb2.test(path) ? 'fb2' : (formats[extname(path).toLowerCase()] ?? null);
