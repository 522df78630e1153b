import { join } from 'node:path';

import type { Database } from '../../database/types.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { JobError } from '../../jobs/jobs.ts';
import { countPages, type StoredPage } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import { documentHash } from '../analysis/document-hash.ts';
import { readBook } from '../scan/book-row.ts';
import { applySidecars, storedOwnRow } from '../scan/book-sidecar.ts';
import { createScanReporter } from '../scan/scan-reporter.ts';
import { createScanWriter } from '../scan/scan-writer.ts';
import { readSidecar } from '../scan/sidecar.ts';
import { createScanStore } from '../scan/store.ts';
import { readFolderOfBook } from '../scan/sidecars-beside.ts';
import { statAgain } from '../scan/walk.ts';
import { seriesKeyOfUnopened } from '../series/series-strategy.ts';
import type { ScannedBook } from '../scan/types.ts';

interface WrittenBook {
  pk: number;
  path: string;
  format: string;
}

/** Analysis results that stay valid, because the bytes of the pages are the same. */
const carryOver = (listed: readonly StoredPage[], known: readonly StoredPage[]): StoredPage[] => {
  const byName = new Map(known.map((page) => [page.filename, page]));
  return listed.map((page) => {
    const former = byName.get(page.filename);
    if (page.source === 'folder' && former?.source === 'folder')
      return former.file_size === page.file_size ? former : page;
    if (!former || !('offset' in page) || !('offset' in former)) return page;
    if (former.crc32 !== page.crc32 || former.file_size !== page.file_size) return page;
    const { offset, compressed_size } = page;
    return { ...former, offset, compressed_size };
  });
};

/** SQL for books whose files were rewritten. */
const createFollowedBooks = (database: Database) => {
  const keepHash = database.prepare<{ pk: number }>(
    `INSERT INTO former_document_hashes (document_hash, book_pk)
     SELECT document_hash, pk FROM books WHERE pk = @pk AND document_hash IS NOT NULL
     ON CONFLICT (document_hash) DO UPDATE SET book_pk = excluded.book_pk`,
  );
  const setHash = database.prepare<{ pk: number; hash: string | null }>(
    'UPDATE books SET document_hash = @hash WHERE pk = @pk',
  );
  const pages = database
    .prepare<[number], string>('SELECT pages FROM book_pages WHERE book_pk = ?')
    .pluck();
  return {
    /** Makes the book findable by the new file, and still by the previous one. */
    followHash: (pk: number, hash: string | null): void => {
      database
        .transaction(() => {
          keepHash.run({ pk });
          setHash.run({ pk, hash });
        })
        .immediate();
    },
    pages: (pk: number) => decodePages(pages.get(pk) ?? '[]'),
  };
};

/**
 * Updates the library after a file was rewritten, as a scan would, so that the next scan does not treat it as
 * a new file: its stamp, its pages, and the hashes by which devices know it.
 */
export const createBookFollower = async (libraryId: string, context: JobContext) => {
  const store = createScanStore(context.database);
  const followed = createFollowedBooks(context.database);
  const library = store.library(libraryId);
  if (!library) throw new JobError('The library was deleted.');
  const reporter = createScanReporter((message) => {
    if (message.type === 'events') context.send(message);
  });
  const { pdf } = await context.readers();
  const writer = createScanWriter(store, library, reporter, { readSidecar });
  const known = new Map(store.books(library.pk).map((book) => [book.pk, book]));
  const withSidecars = (read: ScannedBook, path: string): ScannedBook =>
    library.scan_rules.metadata_sources.sidecar
      ? applySidecars(
          library,
          read,
          { files: readFolderOfBook(library.path, path).sidecars },
          context.limits,
        )
      : read;
  return {
    /** `isBeside`: only a file beside the book was written. */
    follow: async ({ pk, path, format }: WrittenBook, isBeside = false): Promise<void> => {
      const book = known.get(pk);
      const file = statAgain(library.path, path, format === 'folder');
      if (!book || !file) return;
      const { limits } = context;
      if (isBeside && format !== 'folder') {
        writer.flush();
        const stored = store.storedBook(pk);
        if (!stored) return;
        const row = storedOwnRow(stored, store.sidecarsOf(pk)?.own ?? null);
        const seriesKey = seriesKeyOfUnopened(library, row);
        const own = { pages: [], cover: null, publication: null, row, seriesKey };
        writer.update(book, withSidecars(own, path), { verified: false, opened: false });
        writer.flush();
        return;
      }
      const read = await readBook(library, file, { limits, pdf });
      const pages = carryOver(read.pages, followed.pages(pk));
      const row = { ...read.row, page_count: countPages(pages) };
      const found = { ...read, row, pages };
      writer.update(book, format === 'folder' ? found : withSidecars(found, path), {
        verified: false,
      });
      writer.flush();
      followed.followHash(pk, documentHash(join(library.path, path)));
    },
    /** Updates the series of the written books. */
    finish: () => writer.finish(),
  };
};

export type BookFollower = Awaited<ReturnType<typeof createBookFollower>>;
