import { listFb2 } from '../fb2/open-fb2.ts';
import type { ReadAt } from '../mobi/palm-database.ts';
import { readFully } from '../zip/read-fully.ts';
import { listByHead } from './derived-book.ts';
import type { BookFile, BookParser } from './parsed-book.ts';

/** Lists a FictionBook, whose bytes `read` unpacks where it is in an archive. */
export const listFb2Book = (file: Pick<BookFile, 'fd' | 'size'>, read: ReadAt) =>
  listByHead(file, 'fb2', () => listFb2(read));

/** Lists a FictionBook that is not packed. */
export const openFb2Book = ((file: BookFile) =>
  listFb2Book(file, (position, length) =>
    readFully(file.fd, position, length),
  )) satisfies BookParser;
