import type { ReadingDirection } from '../../../shared/api/libraries.ts';
import type { Database } from '../../database/types.ts';
import type { Publication } from '../../media/epub/publication.ts';

/** A book's file with the data needed to serve its resources. */
export interface EpubFile {
  pk: number;
  library_path: string;
  path: string;
  file_size: number;
  fingerprint: string | null;
  file_modified_ms: number;
  /** Reason why the book cannot be read; null if it can. */
  error: string | null;
}

export interface StoredDirection {
  /** The direction set in the book; null if it has none. */
  own: ReadingDirection | null;
  /** The direction set in the book, its series or its library. */
  inherited: ReadingDirection;
}

export type EpubStore = ReturnType<typeof createEpubStore>;

export const createEpubStore = (database: Database) => {
  const fileRow = database.prepare<[string], EpubFile>(
    `SELECT b.pk, l.path AS library_path, b.path, b.file_size, b.fingerprint, b.file_modified_ms,
       b.error
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ?`,
  );
  const directionRow = database.prepare<[number], StoredDirection>(
    `SELECT b.reading_direction AS own,
       coalesce(b.reading_direction, s.reading_direction, l.reading_direction) AS inherited
     FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk
     WHERE b.pk = ?`,
  );
  const publicationRow = database
    .prepare<[number], string | null>('SELECT publication FROM book_pages WHERE book_pk = ?')
    .pluck();
  return {
    file: (bookId: string): EpubFile | undefined => fileRow.get(bookId),
    direction: (bookPk: number): StoredDirection =>
      directionRow.get(bookPk) ?? { own: null, inherited: 'ltr' },
    /** Null unless the book is an EPUB. */
    publication(bookPk: number): Publication | null {
      const json = publicationRow.get(bookPk);
      return json === undefined || json === null ? null : (JSON.parse(json) as Publication);
    },
  };
};
