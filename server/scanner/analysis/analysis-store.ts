import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';
import type { BookListing } from '../../media/formats/parsed-book.ts';
import { countPages, type StoredPage } from '../../media/stored-page.ts';
import { encodePages } from '../../media/page-json.ts';
import type { AnalyzeJob } from '../../jobs/jobs.ts';

export interface BookToAnalyze {
  pk: number;
  id: string;
  series_id: string;
  library_id: string;
  /** Folder of the library. */
  root: string;
  path: string;
  title: string;
  format: BookFormat;
  file_size: number;
  file_modified_ms: number;
  fingerprint: string | null;
  pages: string;
  cover: string | null;
  page_count: number;
  /** 0 without a cover; null until one was made. */
  cover_ratio: number | null;
}

/** A book requested by id, to be re-read whatever its state. */
export interface BookToReread {
  pk: number;
  id: string;
  series_id: string;
  library_id: string;
}

const scopes = {
  all: 'true',
  library_id: 'l.id = @id',
  series_id: 's.id = @id',
  book_id: 'b.id = @id',
  book_ids: 'b.id IN (SELECT value FROM json_each(@id))',
} as const;

const readScope = (scope: AnalyzeJob['scope']): { where: string; id: string } => {
  if (scope === 'all') return { where: scopes.all, id: '' };
  if ('library_id' in scope) return { where: scopes.library_id, id: scope.library_id };
  if ('series_id' in scope) return { where: scopes.series_id, id: scope.series_id };
  if ('book_ids' in scope) return { where: scopes.book_ids, id: JSON.stringify(scope.book_ids) };
  return { where: scopes.book_id, id: scope.book_id };
};

const from = `FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk`;
const waiting = 'b.analyzed = 0 AND b.error IS NULL AND b.missing_since IS NULL';

const columns = `b.pk, b.id, s.id AS series_id, l.id AS library_id, l.path AS root, b.path, b.title, b.format,
  b.file_size, b.file_modified_ms, b.fingerprint, b.page_count, b.cover_ratio, p.pages, p.cover`;

/** SQL statements of an analysis, for the books of one scope. */
export const createAnalysisStore = (database: Database, scope: AnalyzeJob['scope']) => {
  const { where, id } = readScope(scope);
  const count = database
    .prepare<{ id: string }, number>(`SELECT count(*) ${from} WHERE ${waiting} AND ${where}`)
    .pluck();
  const next = database.prepare<{ id: string; after: number }, BookToAnalyze>(
    `SELECT ${columns} ${from} JOIN book_pages p ON p.book_pk = b.pk
     WHERE ${waiting} AND ${where} AND b.pk > @after ORDER BY b.pk LIMIT 20`,
  );
  const readable = database.prepare<{ id: string }, BookToAnalyze>(
    `SELECT ${columns} ${from} JOIN book_pages p ON p.book_pk = b.pk
     WHERE b.error IS NULL AND b.missing_since IS NULL AND ${where} ORDER BY b.pk`,
  );
  const named = database.prepare<{ id: string }, BookToReread>(
    `SELECT b.pk, b.id, s.id AS series_id, l.id AS library_id ${from} WHERE b.missing_since IS NULL AND ${where} ORDER BY b.pk`,
  );
  const putPages = database.prepare<{ pk: number; pages: string }>(
    'UPDATE book_pages SET pages = @pages WHERE book_pk = @pk',
  );
  // A scan does not know the contents of the EPUB that is made from a file.
  const putContents = database.prepare<{ pk: number; cover: string; publication: string }>(
    `UPDATE book_pages SET cover = nullif(@cover, 'null'), publication = @publication
     WHERE book_pk = @pk`,
  );
  const putHash = database.prepare<{ pk: number; hash: string }>(
    `INSERT INTO former_document_hashes (document_hash, book_pk) VALUES (@hash, @pk)
     ON CONFLICT (document_hash) DO UPDATE SET book_pk = excluded.book_pk`,
  );
  const putLayout = database.prepare<{ pk: number; layout: string }>(
    `UPDATE books SET metadata = json_set(metadata, '$.layout', @layout) WHERE pk = @pk`,
  );
  // The fingerprint prevents saving the analysis of an old file for a book that was replaced
  // meanwhile.
  const finish = database.prepare<{
    pk: number;
    error: string | null;
    flaw: string | null;
    fingerprint: string | null;
    page_count: number;
    document_hash: string | null;
    cover_ratio: number | null;
    epub_size: number | null;
  }>(
    `UPDATE books SET analyzed = 1, error = @error, note = coalesce(note, @flaw),
       page_count = @page_count,
       document_hash = @document_hash, epub_size = @epub_size,
       cover_ratio = iif(cover_choice IS NULL, coalesce(@cover_ratio, cover_ratio), cover_ratio)
     WHERE pk = @pk AND fingerprint IS @fingerprint`,
  );
  const putRatio = database.prepare<{ pk: number; ratio: number | null }>(
    'UPDATE books SET cover_ratio = @ratio WHERE pk = @pk AND cover_choice IS NULL',
  );
  // Keeps the relative reading position when a text's pages are recounted.
  const keepPlaces = database.prepare<{
    pk: number;
    page_count: number;
    fingerprint: string | null;
  }>(
    `UPDATE progress SET current_page = max(1, min(@page_count,
       round(1.0 * current_page * @page_count / b.page_count)))
     FROM books b WHERE b.pk = @pk AND progress.book_pk = b.pk AND progress.current_page > 0
       AND b.page_count > 0 AND b.page_count <> @page_count AND b.fingerprint IS @fingerprint`,
  );
  // Puts those who finished a text before its pages were counted at its end.
  const keepEnds = (['progress', 'reading_places'] as const).map((table) =>
    database.prepare<{ pk: number; page_count: number }>(
      `UPDATE ${table} SET current_page = @page_count
       WHERE book_pk = @pk AND is_completed = 1 AND current_page < @page_count
         AND (SELECT page_count FROM books WHERE pk = @pk) = 0`,
    ),
  );
  return {
    count: () => count.get({ id }) ?? 0,
    after: (pk: number) => next.all({ id, after: pk }),
    named: () => named.all({ id }),
    putRatio: (pk: number, ratio: number | null) => void putRatio.run({ pk, ratio }),
    /** All of them that can be read. */
    readable: () => readable.all({ id }),
    save: (
      results: {
        book: BookToAnalyze;
        listing: Pick<BookListing, 'pages' | 'cover' | 'publication'>;
        error: string | null;
        document_hash: string | null;
        epub_hash?: string | null;
        epub_size?: number;
        cover: { ratio: number | null } | null;
      }[],
    ) => {
      database
        .transaction(() => {
          for (const result of results) {
            const { book, listing, error, document_hash, epub_hash, cover } = result;
            const { pk, fingerprint } = book;
            const { pages, publication } = listing;
            const page_count = countPages(pages);
            if (pages[0]?.source === 'text') {
              for (const keepEnd of keepEnds) keepEnd.run({ pk, page_count });
              keepPlaces.run({ pk, page_count, fingerprint });
            }
            const flaw = error === null ? pageProblem(pages) : null;
            const cover_ratio = cover === null && error === null ? 0 : (cover?.ratio ?? null);
            const analysis = {
              pk,
              error,
              flaw,
              fingerprint,
              page_count,
              document_hash,
              cover_ratio,
              epub_size: result.epub_size ?? null,
            };
            if (finish.run(analysis).changes === 0) continue;
            putPages.run({ pk, pages: encodePages(pages) });
            if (!publication) continue;
            const contents = JSON.stringify(publication);
            putContents.run({ pk, cover: JSON.stringify(listing.cover), publication: contents });
            putLayout.run({ pk, layout: publication.layout });
            if (epub_hash) putHash.run({ pk, hash: epub_hash });
          }
        })
        .immediate();
    },
  };
};

/** The sentence about a book of which some pages cannot be read in full; null if all can. */
const pageProblem = (pages: readonly StoredPage[]): string | null => {
  const bad = pages.filter(({ error }) => error !== undefined).length;
  const cut = pages.filter((page) => page.error === undefined && page.is_cut_off).length;
  const isText = pages[0]?.source === 'text';
  if (cut > 0) {
    return `${bad + cut} of ${pages.length} pages are damaged or cut off. Copy or download the file again.`;
  }
  return bad === 0
    ? null
    : `${bad} of ${pages.length} ${isText ? 'parts' : 'pages'} cannot be read. Copy or download the file again.`;
};
