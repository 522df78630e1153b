import type { Book } from '../../../../shared/api/book-record.ts';
import { isYear } from './next-book.ts';

export const bookGroups = ['volumes', 'chapters', 'extras'] as const;
export type BookGroup = (typeof bookGroups)[number];

type Numbered = Pick<Book, 'volume' | 'chapter' | 'number'> & Partial<Pick<Book, 'volume_id'>>;

/**
 * Groups the books of a series: volumes and issues, single chapters, and extras, which have no
 * number. A volume that is a year identifies the series, so it does not turn chapters into volumes.
 * Groups keep the reading order.
 */
export const groupBooks = <B extends Numbered>(
  books: readonly B[],
): Readonly<Record<BookGroup, readonly B[]>> => {
  const groups: Record<BookGroup, B[]> = { volumes: [], chapters: [], extras: [] };
  // Loose chapters stand among volumes that hold chapters.
  if (books.some(({ volume_id: home }) => typeof home === 'string'))
    return { ...groups, volumes: books };
  for (const book of books) groups[groupOf(book)].push(book);
  // If all books lack numbers, they are the main group.
  return groups.volumes.length + groups.chapters.length === 0
    ? { volumes: groups.extras, chapters: [], extras: [] }
    : groups;
};

const groupOf = ({ volume, chapter, number }: Numbered) => {
  if (volume !== null && !isYear(volume)) return 'volumes';
  if (chapter !== null) return 'chapters';
  return number === null && volume === null ? 'extras' : 'volumes';
};
