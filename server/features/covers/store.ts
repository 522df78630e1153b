import { hasBookCover } from '../../database/has-cover.ts';
import type { Statement } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { createWriteInvalidatedCache } from '../../database/write-invalidated-cache.ts';
import { noReprepareText } from '../../database/planner-hints.ts';
import type { SidecarFile } from '../../scanner/scan/sidecar-files.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { decodePage, decodePages } from '../../media/page-json.ts';

export interface CoverBook {
  id: string;
  library_path: string;
  path: string;
  file_size: number;
  fingerprint: string | null;
  file_modified_ms: number;
  error: string | null;
  choice: CoverChoice | null;
  cover_ratio: number | null;
  /** The image file beside the book. */
  picture: SidecarFile | null;
}

export type CoverEntity = 'series' | 'book';

/** A user's choice: a page of the book, a book of the series or a page of it, or an uploaded image. */
export type CoverChoice =
  { page: number } | { book_id: string; page: number | null } | { upload: string };

/** Width of a cover divided by its height. */
export interface CoverRatio {
  entity: CoverEntity;
  id: string;
  ratio: number;
}

interface ChoiceRow {
  series_id: string;
  library_id: string;
  choice: string | null;
}

const choiceOf = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as CoverChoice);

const fileOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as SidecarFile));

export type CoversStore = ReturnType<typeof createCoversStore>;

/** The first book of the series `s`, in order. */
const firstOfSeries = (condition: string) => `(SELECT b.pk FROM books b
  WHERE b.series_pk = s.pk AND b.missing_since IS NULL AND ${condition}
  ORDER BY b.number_key, b.title_key, b.pk LIMIT 1)`;
const hasCover = hasBookCover('b');
const firstWithCover = firstOfSeries(hasCover);
/** Used if no book has a cover, because its response explains why there is none. */
const firstReadable = firstOfSeries('b.error IS NULL');

/** The id of such a book of the first series of the library `l` that has one. */
const firstOfLibrary = (
  book: string,
) => `(SELECT b.id FROM series s CROSS JOIN books b ON b.pk = ${book}
  WHERE s.library_pk = l.pk AND s.missing_since IS NULL ORDER BY s.name_key, s.pk LIMIT 1)`;

const isUnread = `NOT EXISTS (SELECT 1 FROM progress p JOIN users u ON u.pk = p.user_pk
  WHERE u.id = @reader AND p.book_pk = b.pk AND p.is_completed)`;

export const createCoversStore = (database: Database) => {
  const bookRow = database.prepare<
    [string],
    Omit<CoverBook, 'choice' | 'picture'> & { choice: string | null; picture: string | null }
  >(
    `SELECT b.id, l.path AS library_path, b.path, b.file_size, b.fingerprint, b.file_modified_ms, b.error,
       b.cover_choice AS choice, b.cover_ratio,
       (SELECT c.cover FROM book_sidecars c WHERE c.book_pk = b.pk) AS picture
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ${noReprepareText('?')}`,
  );
  const candidatesRow = database.prepare<[string], { cover: string | null; pages: string }>(
    `SELECT cover, (SELECT json_group_array(json(value)) FROM json_each(pages) WHERE key < 5) AS pages
     FROM books b JOIN book_pages ON book_pk = b.pk WHERE b.id = ${noReprepareText('?')}`,
  );
  const seriesRow = database.prepare<
    { id: string; reader: string | null },
    {
      book_id: string | null;
      choice: string | null;
      cover_ratio: number | null;
      folder: string;
      picture: string | null;
    }
  >(
    `SELECT (SELECT id FROM books WHERE pk = coalesce(
         iif(l.scan_rules ->> 'series_cover' = 'first_unread', ${firstOfSeries(`${hasCover} AND ${isUnread}`)}, NULL),
         ${firstWithCover}, ${firstReadable})) AS book_id, s.cover_choice AS choice, s.cover_ratio,
       l.path || '/' || s.path AS folder,
       iif(coalesce(l.scan_rules ->> 'series_cover', 'folder') = 'folder', s.cover_file, NULL) AS picture
     FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.id = ${noReprepareText('@id')}`,
  );
  const libraryRow = database.prepare<[string], { book_id: string | null }>(
    `SELECT coalesce(${firstOfLibrary(firstWithCover)}, ${firstOfLibrary(firstReadable)}) AS book_id
     FROM libraries l WHERE l.id = ${noReprepareText('?')}`,
  );
  const pageRow = database
    .prepare<{ id: string; at: string }, string | null>(
      'SELECT pages -> @at FROM book_pages JOIN books b ON b.pk = book_pk WHERE b.id = @id',
    )
    .pluck();
  const owners: Record<CoverEntity, Statement<[string], ChoiceRow>> = {
    series: database.prepare(
      `SELECT s.id AS series_id, l.id AS library_id, s.cover_choice AS choice
       FROM series s JOIN libraries l ON l.pk = s.library_pk WHERE s.id = ?`,
    ),
    book: database.prepare(
      `SELECT s.id AS series_id, l.id AS library_id, b.cover_choice AS choice
       FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk
       WHERE b.id = ?`,
    ),
  };
  const choose: Record<CoverEntity, Statement<[string | null, string]>> = {
    series: database.prepare('UPDATE series SET cover_choice = ?, cover_ratio = NULL WHERE id = ?'),
    book: database.prepare('UPDATE books SET cover_choice = ?, cover_ratio = NULL WHERE id = ?'),
  };
  const keepRatio: Record<CoverEntity, Statement<[number, string]>> = {
    series: database.prepare('UPDATE series SET cover_ratio = ? WHERE id = ?'),
    book: database.prepare('UPDATE books SET cover_ratio = ? WHERE id = ?'),
  };
  // Cached, because clients request the same covers repeatedly.
  const knownBooks = createWriteInvalidatedCache<CoverBook>(database);
  return {
    book: (id: string): CoverBook | undefined =>
      knownBooks.getOrLoad(id, () => {
        const row = bookRow.get(id);
        return row && { ...row, choice: choiceOf(row.choice), picture: fileOf(row.picture) };
      }),
    /** A page of a book, 1-indexed; null if out of range. */
    page: (id: string, number: number): StoredPage | null =>
      decodePage(pageRow.get({ id, at: `$[${number - 1}]` })),
    /** The entity of a cover and the choice made for it; undefined for an unknown id. */
    owner(entity: CoverEntity, id: string) {
      const row = owners[entity].get(id);
      return row && { ...row, choice: choiceOf(row.choice) };
    },
    /** Whether a series or book with this id exists, including missing ones. */
    exists: (id: string): boolean => (owners.book.get(id) ?? owners.series.get(id)) !== undefined,
    choose: (entity: CoverEntity, id: string, choice: CoverChoice | null) =>
      choose[entity].run(choice && JSON.stringify(choice), id),
    /** Saves aspect ratios of covers in one transaction. */
    keepRatios: (ratios: readonly CoverRatio[]): void => {
      database
        .transaction(() => {
          for (const { entity, id, ratio } of ratios) keepRatio[entity].run(ratio, id);
        })
        .immediate();
    },
    /** Candidates for a book's cover: the image it declares, then its first pages. */
    candidates(id: string): StoredPage[] {
      const row = candidatesRow.get(id);
      if (!row) return [];
      const pages = decodePages(row.pages);
      return row.cover === null ? pages : [JSON.parse(row.cover) as StoredPage, ...pages];
    },
    /**
     * The book that provides the cover of a series. With `reader`, that is the first book that the user has
     * not read, if the library is configured so. Undefined for an unknown series.
     */
    ofSeries(id: string, reader: string | null) {
      const row = seriesRow.get({ id, reader });
      return row && { ...row, choice: choiceOf(row.choice), picture: fileOf(row.picture) };
    },
    /** The book that provides the library's cover; undefined for an unknown library. */
    ofLibrary: (id: string) => libraryRow.get(id),
  };
};
