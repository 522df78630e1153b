import type { Annotation } from '../../../shared/api/annotations.ts';
import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { ReadingDirection } from '../../../shared/api/libraries.ts';
import type { Database } from '../../database/types.ts';
import type { Publication } from '../../media/epub/publication.ts';
import type { BookListing } from '../../media/formats/parsed-book.ts';
import type { EmbeddedMetadata } from '../../media/metadata.ts';
import { countPages, type StoredPage } from '../../media/stored-page.ts';
import { decodePage, decodePages, encodePages } from '../../media/page-json.ts';
import type { WrittenProgress } from '../progress/next-progress.ts';

/** Metadata of a file, including its name. */
export interface FileFacts extends EmbeddedMetadata {
  title: string;
  note: string | null;
}

interface Row {
  pk: number;
  id: string;
  user_pk: number;
  path: string;
  fingerprint: string;
  file_size: number;
  file_modified_ms: number;
  format: BookFormat;
  page_count: number;
  /** 0 or 1. */
  analyzed: number;
  facts: string;
  place: string | null;
  created_at: string;
  opened_at: string;
}

export interface OpenedRow extends Omit<Row, 'facts' | 'place'> {
  facts: FileFacts;
  place: WrittenProgress | null;
}

export interface NewFile extends Pick<
  Row,
  | 'id'
  | 'user_pk'
  | 'path'
  | 'fingerprint'
  | 'file_size'
  | 'file_modified_ms'
  | 'format'
  | 'page_count'
  | 'opened_at'
> {
  facts: FileFacts;
  pages: StoredPage[];
  publication: Publication | null;
}

/** A file that has become a book of a library, which can receive its position and annotations. */
export interface ArrivedFile {
  pk: number;
  id: string;
  username: string;
  book_id: string;
  place: WrittenProgress | null;
}

export type OpenedFilesStore = ReturnType<typeof createOpenedFilesStore>;

/** Maximum files per user; beyond that the least recently opened one is deleted. */
const maxFiles = 200;

const analyzedColumns = ({ pages, publication }: Pick<BookListing, 'pages' | 'publication'>) => ({
  pages: encodePages(pages),
  page_count: countPages(pages),
  publication: publication === undefined ? null : JSON.stringify(publication),
});

/** Finds the present book with the same content by the index `books_by_file_size`. */
const sameContent =
  'b.file_size = o.file_size AND b.fingerprint = o.fingerprint AND b.missing_since IS NULL AND b.error IS NULL';

export const createOpenedFilesStore = (database: Database) => {
  const columns =
    'pk, id, user_pk, path, fingerprint, file_size, file_modified_ms, format, page_count, analyzed, facts, place, created_at, opened_at';
  const byId = database.prepare<[string], Row>(`SELECT ${columns} FROM opened_files WHERE id = ?`);
  const ownersOf = database.prepare<[], { id: string; user_pk: number }>(
    'SELECT id, user_pk FROM opened_files',
  );
  /**
   * Cache, null after a write: every request for a book checks it first, and only `put` changes it.
   */
  let owners: Map<string, number> | null = null;
  const holdsAnnotation = database
    .prepare<{ user_pk: number; id: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM opened_marks m JOIN opened_files f ON f.pk = m.file_pk
         WHERE m.id = :id AND f.user_pk = :user_pk)`,
    )
    .pluck();
  // The same content at another path is the same file: only the path-dependent columns change.
  const upsert = database
    .prepare<object, string>(
      `INSERT INTO opened_files (id, user_pk, path, fingerprint, file_size, file_modified_ms, format, page_count,
         facts, pages, publication, created_at, opened_at)
       VALUES (:id, :user_pk, :path, :fingerprint, :file_size, :file_modified_ms, :format, :page_count,
         :facts, :pages, :publication, :opened_at, :opened_at)
       ON CONFLICT (user_pk, fingerprint) DO UPDATE SET
         path = excluded.path, file_modified_ms = excluded.file_modified_ms, opened_at = excluded.opened_at
       RETURNING id`,
    )
    .pluck();
  const trim = database.prepare<[number]>(
    `DELETE FROM opened_files WHERE pk IN (
       SELECT pk FROM opened_files WHERE user_pk = ? ORDER BY opened_at DESC, pk DESC LIMIT -1 OFFSET ${maxFiles})`,
  );
  const pages = database
    .prepare<[number], string>('SELECT pages FROM opened_files WHERE pk = ?')
    .pluck();
  const page = database
    .prepare<[string, number], string | null>('SELECT pages -> ? FROM opened_files WHERE pk = ?')
    .pluck();
  const publication = database
    .prepare<[number], string | null>('SELECT publication FROM opened_files WHERE pk = ?')
    .pluck();
  const direction = database
    .prepare<[number], ReadingDirection | null>(
      "SELECT facts ->> 'reading_direction' FROM opened_files WHERE pk = ?",
    )
    .pluck();
  const setPages = database.prepare(
    `UPDATE opened_files SET pages = :pages, page_count = :page_count, analyzed = 1,
       publication = coalesce(:publication, publication) WHERE pk = :pk`,
  );
  const setProgress = database.prepare('UPDATE opened_files SET place = :progress WHERE pk = :pk');
  const setPath = database.prepare('UPDATE opened_files SET path = :path WHERE pk = :pk');
  const libraries = database.prepare<[], { id: string; name: string; path: string }>(
    'SELECT id, name, path FROM libraries',
  );
  const bookAt = database
    .prepare<[string, string], string>(
      `SELECT b.id FROM books b JOIN libraries l ON l.pk = b.library_pk
       WHERE l.id = ? AND b.path = ? AND b.missing_since IS NULL AND b.error IS NULL`,
    )
    .pluck();
  const bookOf = database
    .prepare<{ file_size: number; fingerprint: string }, string>(
      `SELECT b.id FROM (SELECT :file_size AS file_size, :fingerprint AS fingerprint) o
       CROSS JOIN books b ON ${sameContent} ORDER BY b.pk LIMIT 1`,
    )
    .pluck();
  const marks = database
    .prepare<[number], string>('SELECT mark FROM opened_marks WHERE file_pk = ? ORDER BY pk')
    .pluck();
  const forgetMarks = database.prepare('DELETE FROM opened_marks WHERE file_pk = ?');
  const arrived = database.prepare<[], Omit<ArrivedFile, 'place'> & { place: string | null }>(
    `SELECT o.pk, o.id, u.username, o.place, min(b.id) AS book_id FROM opened_files o
     CROSS JOIN books b ON ${sameContent} AND b.page_count >= o.page_count
     JOIN users u ON u.pk = o.user_pk
     WHERE o.place IS NOT NULL OR EXISTS (SELECT 1 FROM opened_marks m WHERE m.file_pk = o.pk)
     GROUP BY o.pk`,
  );

  return {
    get(id: string): OpenedRow | undefined {
      const row = byId.get(id);
      return (
        row && {
          ...row,
          facts: JSON.parse(row.facts) as FileFacts,
          place: row.place === null ? null : (JSON.parse(row.place) as WrittenProgress),
        }
      );
    },
    owner(id: string): number | undefined {
      owners ??= new Map(ownersOf.all().map((file) => [file.id, file.user_pk]));
      return owners.get(id);
    },
    holdsAnnotation: (userPk: number, id: string): boolean =>
      holdsAnnotation.get({ user_pk: userPk, id }) === 1,
    /** Saves a file, or finds it again by content; returns its id. */
    put({ facts, pages: listed, publication: parts, ...file }: NewFile): string {
      owners = null;
      return database.transaction(() => {
        const id = upsert.get({
          ...file,
          facts: JSON.stringify(facts),
          pages: encodePages(listed),
          publication: parts && JSON.stringify(parts),
        });
        trim.run(file.user_pk);
        return id ?? file.id;
      })();
    },
    pages: (pk: number) => decodePages(pages.get(pk) ?? '[]'),
    /** Reads one page without parsing the others; `index` is 0-based. */
    page: (pk: number, index: number): StoredPage | null => decodePage(page.get(`$[${index}]`, pk)),
    /** Null unless the file is an EPUB. */
    publication(pk: number): Publication | null {
      const json = publication.get(pk);
      return json === undefined || json === null ? null : (JSON.parse(json) as Publication);
    },
    /** The direction set in the file; null if it has none. */
    direction: (pk: number) => direction.get(pk) ?? null,
    analyzed: (pk: number, listing: Pick<BookListing, 'pages' | 'publication'>) =>
      void setPages.run({ pk, ...analyzedColumns(listing) }),
    setProgress: (pk: number, progress: WrittenProgress | null) =>
      void setProgress.run({ pk, progress: progress && JSON.stringify(progress) }),
    move: (pk: number, path: string) => void setPath.run({ pk, path }),
    libraries: () => libraries.all(),
    /** The readable book at a path in a library. */
    bookAt: (libraryId: string, path: string) => bookAt.get(libraryId, path) ?? null,
    /** The readable book with this content in any library. */
    bookOf: (file: { file_size: number; fingerprint: string }) => bookOf.get(file) ?? null,
    /** Files with a position or annotations that have become books. */
    arrived: (): ArrivedFile[] =>
      arrived.all().map((row) => ({
        ...row,
        place: row.place === null ? null : (JSON.parse(row.place) as WrittenProgress),
      })),
    marks: (pk: number) => marks.all(pk).map((mark) => JSON.parse(mark) as Annotation),
    forgetMarks: (pk: number) => void forgetMarks.run(pk),
  };
};
