import type { Book } from '../../../../shared/api/book-record.ts';
import { isYear } from './next-book.ts';

export const bookGroups = ['volumes', 'chapters', 'extras'] as const;
export type BookGroup = (typeof bookGroups)[number];

/**
 * The books of a series by what they are: volumes and issues, single chapters, and extras, which have no
 * number of any kind. A volume that is a year says which series it is, so it makes no chapter a volume.
 * Each group keeps the order of reading.
 */
export const groupBooks = <B extends Pick<Book, 'volume' | 'chapter' | 'number'>>(
  books: readonly B[],
): Readonly<Record<BookGroup, readonly B[]>> => {
  const groups: Record<BookGroup, B[]> = { volumes: [], chapters: [], extras: [] };
  for (const book of books) groups[groupOf(book)].push(book);
  // Without anything beside them, books without numbers are simply the books.
  return groups.volumes.length + groups.chapters.length === 0
    ? { volumes: groups.extras, chapters: [], extras: [] }
    : groups;
};

const groupOf = ({ volume, chapter, number }: Pick<Book, 'volume' | 'chapter' | 'number'>) => {
  if (volume !== null && !isYear(volume)) return 'volumes';
  if (chapter !== null) return 'chapters';
  return number === null && volume === null ? 'extras' : 'volumes';
};
