import type { Database } from '../../database/types.ts';
import { MediaError } from '../../media/media-error.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { keyOfPage, keysOfPages } from '../repeated-pages/repeated-keys.ts';

/** Maximum share of a book that is removed: more is unlikely to be advertising. */
const largestShare = 0.2;

export type RemovedPages = 'behind_first' | 'all';

/** The marked pages of a library: SHA-256 of the content by key. */
export type MarkedPages = ReadonlyMap<string, string>;

/** Indexes of the pages that a plan removes. Throws MediaError if there are too many. */
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

/** `pk` is the book's; `removed` is JSON. */
interface Shift {
  pk: number;
  removed: string;
  count: number;
}

/** SQL for removed pages: finds marked ones, and adjusts positions in books. */
export const createRemovedPagesStore = (database: Database) => {
  const marked = database.prepare<[string], { crc32: number; file_size: number; hash: string }>(
    `SELECT r.crc32, r.file_size, r.hash FROM repeated_pages r JOIN libraries l ON l.pk = r.library_pk
     WHERE l.id = ? AND r.mark = 'advertising'`,
  );
  const before = (page: string) =>
    `(SELECT count(*) FROM json_each(@removed) r WHERE r.value + 1 < ${page})`;
  const remaining = (column: string) => `max(1, min(@count, ${column} - ${before(column)}))`;
  const shift = (table: string, column: string) =>
    database.prepare<Shift>(
      `UPDATE ${table} SET ${column} = ${remaining(column)} WHERE book_pk = @pk AND ${column} > 0`,
    );
  /** The original page of the `n`-th one that was kept. */
  const unshifted = (column: string) =>
    `${column} + (SELECT count(*) FROM json_each(@removed) r WHERE r.value - r.key < ${column})`;
  /** The last page was the end of the book. */
  const unshiftPlaces = (table: string) =>
    database.prepare<Shift>(
      `UPDATE ${table} SET current_page = iif(is_completed = 1, @count, ${unshifted('current_page')})
       WHERE book_pk = @pk AND current_page > 0`,
    );
  const rememberMarks = database.prepare<Shift & { file_pk: number }>(
    `INSERT INTO marks_on_removed_pages (file_pk, annotation_pk, from_page, to_page)
     SELECT @file_pk, pk, page, ${remaining('page')} FROM annotations
     WHERE book_pk = @pk AND page IN (SELECT r.value + 1 FROM json_each(@removed) r)`,
  );
  const unshiftMarks = database.prepare<Omit<Shift, 'count'> & { file_pk: number }>(
    `UPDATE annotations SET page = coalesce(
       (SELECT m.from_page FROM marks_on_removed_pages m WHERE m.file_pk = @file_pk
          AND m.annotation_pk = annotations.pk AND m.to_page = annotations.page),
       ${unshifted('page')})
     WHERE book_pk = @pk AND page > 0`,
  );
  const forgetMarks = database.prepare<[number]>(
    'DELETE FROM marks_on_removed_pages WHERE file_pk = ?',
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
  const later = unshifted(coverPage);
  const tables = ['progress', 'reading_places'];
  const forward = [
    ...tables.map((table) => shift(table, 'current_page')),
    shift('annotations', 'page'),
  ];
  const back = tables.map(unshiftPlaces);
  const covers = {
    forward: [cover(earlier), seriesCover(earlier)],
    back: [cover(later), seriesCover(later)],
  };
  return {
    marked: (libraryId: string): MarkedPages =>
      new Map(marked.all(libraryId).map((page) => [keyOfPage(page), page.hash])),
    /**
     * Moves the positions of all people in a book when pages are removed from its file, or come
     * back; `count` is its number of pages afterwards.
     */
    movePlaces: (
      { file_pk, pk }: { file_pk: number; pk: number },
      removed: readonly number[],
      count: number,
      isUndo = false,
    ): void => {
      if (removed.length === 0) return;
      const named = { pk, removed: JSON.stringify(removed) };
      if (!isUndo) rememberMarks.run({ ...named, file_pk, count });
      for (const statement of isUndo ? back : forward) statement.run({ ...named, count });
      if (isUndo) {
        unshiftMarks.run({ ...named, file_pk });
        forgetMarks.run(file_pk);
      }
      for (const statement of isUndo ? covers.back : covers.forward) statement.run(named);
    },
  };
};
