import { extname } from 'node:path';

import type { BookFormat } from '../../../shared/api/book-record.ts';
import { formatOfExtension } from '../../../shared/book-extensions.ts';

/** The only extension of two parts. */
const packedFb2 = /\.fb2\.zip$/i;

/** The file name without its extension. */
export const withoutBookExtension = (name: string): string =>
  name.replace(packedFb2.test(name) ? packedFb2 : /\.[^.]*$/, '');

/** The name of a book without its extension; a folder called "Chapter 1.5" has none. */
export const bookStem = (name: string): string =>
  formatOf(name) === null ? name : withoutBookExtension(name);

/** The format implied by a file's extension, or null if it is not a book. */
export const formatOf = (path: string): BookFormat | null =>
  packedFb2.test(path) ? 'fb2' : (formatOfExtension[extname(path).toLowerCase()] ?? null);
