import { statSync } from 'node:fs';
import { join } from 'node:path';

import { readBook } from './book-row.ts';
import { createCatalogue } from './catalogue.ts';
import type { KnownBook } from './identity.ts';
import type { JobContext } from './job-context.ts';
import { createScanReporter } from './scan-reporter.ts';
import { createScanStore, type ScanLibrary } from './store.ts';
import type { WalkedFile } from './walk.ts';

const lookAt = (library: ScanLibrary, { path }: KnownBook): WalkedFile | null => {
  try {
    const stats = statSync(join(library.path, path), { bigint: true });
    return {
      path,
      size: Number(stats.size),
      mtimeMs: Number(stats.mtimeMs),
      device: String(stats.dev),
      inode: String(stats.ino),
    };
  } catch {
    return null;
  }
};

/**
 * Lists books of one library anew, as a scan does with a changed file, so that their analysis starts over.
 * A file that is gone is left to the next scan.
 */
export const rereadBooks = async (
  libraryId: string,
  pks: ReadonlySet<number>,
  context: JobContext,
): Promise<void> => {
  const store = createScanStore(context.database);
  const library = store.library(libraryId);
  if (!library) return;
  const reporter = createScanReporter((message) => {
    if (message.type === 'events') context.send(message);
  });
  const catalogue = createCatalogue(store, library, reporter);
  for (const book of store.books(library.pk)) {
    if (!pks.has(book.pk) || context.cancelled()) continue;
    const file = lookAt(library, book);
    if (!file) continue;
    const read = await readBook(library.path, library.series_strategy, file, context.limits);
    catalogue.update(book, read, { verified: true });
  }
  catalogue.finish();
};
