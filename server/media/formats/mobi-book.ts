import { listMobi } from '../mobi/open-mobi.ts';
import { readFully } from '../zip/read-fully.ts';
import { listByHead } from './derived-book.ts';
import type { BookParser } from './parsed-book.ts';

/** Lists a Kindle book. */
export const openMobiBook = ((file) => {
  const read = (position: number, length: number) => readFully(file.fd, position, length);
  return listByHead(file, 'mobi', () => listMobi(read, file.size, file.limits));
}) satisfies BookParser;
