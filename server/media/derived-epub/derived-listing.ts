import type { BookListing } from '../formats/parsed-book.ts';

const mark = <Place extends object>(place: Place) => ({ ...place, derived: true as const });

/** The listing of the EPUB made from a file, as that of the book. */
export const derivedListing = ({
  pages,
  cover,
  publication,
}: BookListing): Pick<BookListing, 'pages' | 'cover' | 'publication'> => ({
  pages: pages.map(mark),
  cover: cover && mark(cover),
  publication: publication && { ...publication, items: publication.items.map(mark) },
});
