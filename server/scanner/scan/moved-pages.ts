import type { Database } from '../../database/types.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import type { ScannedBook } from './types.ts';

type Listing = Pick<ScannedBook, 'pages' | 'cover' | 'publication'>;

/** Pages and cover of a book as they are stored. */
export interface FormerListing {
  pages: readonly StoredPage[];
  cover: StoredPage | null;
}

const hasSamePages = (former: readonly StoredPage[], pages: readonly StoredPage[]): boolean =>
  former.length === pages.length &&
  former.every(({ filename }, index) => filename === pages[index]?.filename);

/** The new number of each former page; a page that is no longer one counts as the page before it. */
const newNumbers = (former: readonly StoredPage[], pages: readonly StoredPage[]): number[] => {
  const numbers = new Map(pages.map(({ filename }, index) => [filename, index + 1]));
  let last = 1;
  return former.map(({ filename }) => (last = numbers.get(filename) ?? last));
};

/** SQL for books whose unchanged file is listed in another way than before. */
export const createMovedPagesStore = (database: Database) => {
  const stored = database.prepare<
    [number],
    { pages: string; cover: string | null; publication: string | null }
  >('SELECT pages, cover, publication FROM book_pages WHERE book_pk = ?');
  const moved = (page: string) =>
    `coalesce((SELECT value FROM json_each(@numbers) WHERE key = ${page} - 1), ${page})`;
  const place = `iif(is_completed = 1, @count, ${moved('current_page')})`;
  const chosen = `cover_choice ->> 'page'`;
  const chosenPage = `cover_choice = json_set(cover_choice, '$.page', ${moved(chosen)})`;
  const moves = [
    ...['progress', 'reading_places'].map(
      (table) => `UPDATE ${table} SET current_page = ${place}, location = NULL
        WHERE book_pk = @pk AND current_page > 0 AND current_page <> ${place}`,
    ),
    `UPDATE annotations SET page = ${moved('page')} WHERE book_pk = @pk AND page > 0`,
    `UPDATE books SET ${chosenPage} WHERE pk = @pk AND ${chosen} IS NOT NULL`,
    `UPDATE series SET ${chosenPage} WHERE pk = (SELECT series_pk FROM books WHERE pk = @pk)
       AND ${chosen} IS NOT NULL
       AND cover_choice ->> 'book_id' = (SELECT id FROM books WHERE pk = @pk)`,
  ].map((sql) => database.prepare<{ pk: number; numbers: string; count: number }>(sql));
  const forgetRatio = database.prepare<[number]>(
    'UPDATE books SET cover_ratio = NULL WHERE pk = ? AND cover_choice IS NULL',
  );

  const forgetPicture = database.prepare<[number]>(
    `UPDATE books SET cover_ratio = NULL, analyzed = 0
     WHERE pk = ? AND cover_choice IS NULL AND error IS NULL`,
  );

  const coverOf = ({ pages, cover }: FormerListing) => cover?.filename ?? pages[0]?.filename;

  return {
    /** After the picture beside a book has gone, the analysis finds the cover of the book itself. */
    forgetPicture: (bookPk: number): void => void forgetPicture.run(bookPk),
    /** The stored listing, if it has other pages, another cover or another publication; otherwise null. */
    otherListing: (
      bookPk: number,
      { pages, cover, publication }: Listing,
    ): FormerListing | null => {
      const row = stored.get(bookPk);
      const former: FormerListing = {
        pages: decodePages(row?.pages ?? '[]'),
        cover: JSON.parse(row?.cover ?? 'null') as StoredPage | null,
      };
      const isSame =
        former.cover?.filename === cover?.filename &&
        (row?.publication ?? null) === (publication && JSON.stringify(publication)) &&
        hasSamePages(former.pages, pages);
      return isSame ? null : former;
    },
    /**
     * Moves the places of all people with their pages, before the new ones are written. Texts keep theirs until
     * they are counted. Another cover is made again.
     */
    movePages: (pk: number, former: FormerListing, listing: Listing): void => {
      if (coverOf(former) !== coverOf(listing)) forgetRatio.run(pk);
      const { pages } = listing;
      if (pages.length === 0 || [...former.pages, ...pages].some(({ source }) => source === 'text'))
        return;
      const numbers = JSON.stringify(newNumbers(former.pages, pages));
      for (const statement of moves) statement.run({ pk, numbers, count: pages.length });
    },
  };
};
