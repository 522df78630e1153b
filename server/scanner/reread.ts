import { readBook } from './book-row.ts';
import { createCatalogue } from './catalogue.ts';
import type { JobContext } from './job-context.ts';
import { createScanReporter } from './scan-reporter.ts';
import { readSidecar } from './sidecar.ts';
import { createScanStore } from './store.ts';
import { lookAgain } from './walk.ts';

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
  const { limits } = context;
  const { pdf } = await context.readers();
  const catalogue = createCatalogue(store, library, reporter, { readSidecar });
  for (const book of store.books(library.pk)) {
    if (!pks.has(book.pk) || context.cancelled()) continue;
    const file = lookAgain(library.path, book.path, book.format === 'folder');
    if (!file) continue;
    const read = await readBook(library.path, library.series_strategy, file, { limits, pdf });
    catalogue.update(book, read, { verified: true });
  }
  catalogue.finish();
};
