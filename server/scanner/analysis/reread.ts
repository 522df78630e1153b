import { MediaError } from '../../media/media-error.ts';
import { readBook } from '../scan/book-row.ts';
import { applySidecars } from '../scan/book-sidecar.ts';
import { createScanWriter } from '../scan/scan-writer.ts';
import { isOutOfReach } from '../scan/file-matching.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { createScanReporter } from '../scan/scan-reporter.ts';
import { readSidecar } from '../scan/sidecar.ts';
import { createScanStore } from '../scan/store.ts';
import { statAgain } from '../scan/walk.ts';

/**
 * Re-lists books of one library, like a scan does for changed files, so that they are analysed
 * again. Returns how many were there; a missing file is left to the next scan. With `keepsPages`, pages
 * and analysis of unchanged files stay, and only their metadata is read.
 */
export const rereadBooks = async (
  libraryId: string,
  pks: ReadonlySet<number>,
  context: JobContext,
  {
    keepsPages = false,
    onBook = () => undefined,
  }: { keepsPages?: boolean; onBook?: (title: string) => void } = {},
): Promise<number> => {
  const store = createScanStore(context.database);
  const library = store.library(libraryId);
  if (!library) return 0;
  const reporter = createScanReporter((message) => {
    if (message.type === 'events') context.send(message);
  });
  const { limits } = context;
  const { pdf } = await context.readers();
  const writer = createScanWriter(store, library, reporter, { readSidecar });
  let found = 0;
  for (const book of store.books(library.pk)) {
    if (!pks.has(book.pk) || context.cancelled()) continue;
    const file = statAgain(library.path, book.path, book.format === 'folder');
    if (!file) continue;
    found += 1;
    const sidecars = store.sidecarsOf(book.pk)?.files ?? [];
    const own = readBook(library, file, { limits, pdf });
    const read = await own
      .then((found) => applySidecars(library, found, { files: sidecars }, limits))
      .catch((error: unknown) => {
        if (error instanceof MediaError) return null;
        throw error;
      });
    // The analysis reports unreadable files; existing data is kept.
    if (read && !isOutOfReach(book, file, read)) {
      writer.update(book, read, { verified: !keepsPages });
    }
    onBook(read?.row.title ?? book.path);
  }
  writer.finish();
  if (library.scan_rules.calibre) store.forgetCalibre(library.pk);
  return found;
};
