import type { Database } from '../../database/database.ts';
import { opaqueText } from '../../database/opaque.ts';
import type { StoredPage } from '../../media/stored-page.ts';

export interface CoverBook {
  id: string;
  library_path: string;
  path: string;
  file_size: number;
  fingerprint: string | null;
  file_modified_ms: number;
  error: string | null;
}

export type CoversStore = ReturnType<typeof createCoversStore>;

/** The first book of the series `s`, in order, that can be read. */
const firstOfSeries = `(SELECT b.pk FROM books b
  WHERE b.series_pk = s.pk AND b.missing_since IS NULL AND b.error IS NULL
  ORDER BY b.number_key, b.title_key, b.pk LIMIT 1)`;

export const createCoversStore = (database: Database) => {
  const bookRow = database.prepare<[string], CoverBook>(
    `SELECT b.id, l.path AS library_path, b.path, b.file_size, b.fingerprint, b.file_modified_ms, b.error
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ${opaqueText('?')}`,
  );
  const candidatesRow = database.prepare<[string], { cover: string | null; pages: string }>(
    `SELECT cover, (SELECT json_group_array(json(value)) FROM json_each(pages) WHERE key < 5) AS pages
     FROM books b JOIN book_pages ON book_pk = b.pk WHERE b.id = ${opaqueText('?')}`,
  );
  const seriesRow = database.prepare<[string], { book_id: string | null }>(
    `SELECT (SELECT id FROM books WHERE pk = ${firstOfSeries}) AS book_id FROM series s WHERE s.id = ${opaqueText('?')}`,
  );
  const libraryRow = database.prepare<[string], { book_id: string | null }>(
    `SELECT (SELECT b.id FROM series s CROSS JOIN books b ON b.pk = ${firstOfSeries}
       WHERE s.library_pk = l.pk AND s.missing_since IS NULL
       ORDER BY s.name_key, s.pk LIMIT 1) AS book_id
     FROM libraries l WHERE l.id = ${opaqueText('?')}`,
  );
  return {
    book: (id: string): CoverBook | undefined => bookRow.get(id),
    /** What may become the cover of a book: the image that it names, then its first pages. */
    candidates(id: string): StoredPage[] {
      const row = candidatesRow.get(id);
      if (!row) return [];
      const pages = JSON.parse(row.pages) as StoredPage[];
      return row.cover === null ? pages : [JSON.parse(row.cover) as StoredPage, ...pages];
    },
    /** The book whose cover stands for the series; undefined for an unknown series. */
    ofSeries: (id: string) => seriesRow.get(id),
    /** The book whose cover stands for the library; undefined for an unknown library. */
    ofLibrary: (id: string) => libraryRow.get(id),
  };
};
