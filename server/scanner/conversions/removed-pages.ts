import type { Database } from '../../database/types.ts';
import { MediaError } from '../../media/media-error.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { keyOfPage, keysOfPages } from '../repeated-pages/repeated-keys.ts';

/** The largest part of a book that is removed: more would hardly be advertising. */
const largestShare = 0.2;

export type RemovedPages = 'behind_first' | 'all';

/** The marked pages of a library: SHA-256 of their content by key. */
export type MarkedPages = ReadonlyMap<string, string>;

/** The indexes of the pages of a book that a plan removes. Throws MediaError if those are too many. */
export const findRemoved = (
  pages: readonly StoredPage[],
  marked: MarkedPages,
  which: RemovedPages,
): number[] => {
  const found = keysOfPages(pages).flatMap((key, index) =>
    key !== null && marked.has(key) && (index > 0 || which === 'all') ? [index] : [],
  );
  if (found.length <= largestShare * pages.length) return found;
  throw new MediaError(
    'unsupported',
    'More than a fifth of the pages would be removed, so the file is left as it is.',
  );
};

/** SQL of pages that are removed: which are marked, and places in books, which follow. */
export const createRemovedPagesStore = (database: Database) => {
  const marked = database.prepare<[string], { crc32: number; file_size: number; hash: string }>(
    `SELECT r.crc32, r.file_size, r.hash FROM repeated_pages r JOIN libraries l ON l.pk = r.library_pk
     WHERE l.id = ? AND r.mark = 'advertising'`,
  );
  const before = (page: string) =>
    `(SELECT count(*) FROM json_each(@removed) r WHERE r.value + 1 < ${page})`;
  const shift = (table: string, column: string) =>
    database.prepare<{ pk: number; removed: string; count: number }>(
      `UPDATE ${table} SET ${column} = max(1, min(@count, ${column} - ${before(column)}))
       WHERE book_pk = @pk AND ${column} > 0`,
    );
  /** The page that was the `n`-th of those that stayed; the last one was the end of the book. */
  const unshift = (table: string, column: string, isEnd = '0') =>
    database.prepare<{ pk: number; removed: string; count: number }>(
      `UPDATE ${table} SET ${column} = iif(${isEnd}, @count, ${column} + (
         SELECT count(*) FROM json_each(@removed) r WHERE r.value - r.key < ${column}))
       WHERE book_pk = @pk AND ${column} > 0`,
    );
  const coverPage = `cover_choice ->> 'page'`;
  const cover = (page: string) =>
    database.prepare<{ pk: number; removed: string }>(
      `UPDATE books SET cover_choice = json_set(cover_choice, '$.page', ${page})
       WHERE pk = @pk AND ${coverPage} IS NOT NULL`,
    );
  const seriesCover = (page: string) =>
    database.prepare<{ pk: number; removed: string }>(
      `UPDATE series SET cover_choice = json_set(cover_choice, '$.page', ${page})
       WHERE ${coverPage} IS NOT NULL
         AND pk = (SELECT series_pk FROM books WHERE pk = @pk)
         AND cover_choice ->> 'book_id' = (SELECT id FROM books WHERE pk = @pk)`,
    );
  const earlier = `max(1, ${coverPage} - ${before(coverPage)})`;
  const later = `${coverPage} + (SELECT count(*) FROM json_each(@removed) r
    WHERE r.value - r.key < ${coverPage})`;
  const places = [
    ['progress', 'current_page', 'is_completed = 1'],
    ['reading_places', 'current_page', 'is_completed = 1'],
    ['annotations', 'page', '0'],
  ] as const;
  const forward = places.map(([table, column]) => shift(table, column));
  const back = places.map(([table, column, isEnd]) => unshift(table, column, isEnd));
  const covers = {
    forward: [cover(earlier), seriesCover(earlier)],
    back: [cover(later), seriesCover(later)],
  };
  return {
    marked: (libraryId: string): MarkedPages =>
      new Map(marked.all(libraryId).map((page) => [keyOfPage(page), page.hash])),
    /** Moves the places of all people in a book; `count` is its number of pages afterwards. */
    movePlaces: (pk: number, removed: readonly number[], count: number, isUndo = false): void => {
      if (removed.length === 0) return;
      const named = { pk, removed: JSON.stringify(removed) };
      for (const statement of isUndo ? back : forward) statement.run({ ...named, count });
      for (const statement of isUndo ? covers.back : covers.forward) statement.run(named);
    },
  };
};
