import { setImmediate as pause } from 'node:timers/promises';

import type { SeriesStrategy } from '../../../shared/api/libraries.ts';
import type { FolderPreview, previewLibrary } from '../../../shared/api/library-preview.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { seriesKeyOfUnopened } from '../../scanner/series/series-strategy.ts';
import { naturalCompare, sortTitle } from '../../text/natural.ts';
import { findBooks, type FoundBook } from './find-books.ts';
import { validateRoot } from './library-folder.ts';
import { validateScanningRules } from './scanning-rules.ts';

/** Time limit for all folders of a request, ms. */
const patienceMs = 4000;
const shownSeries = 30;
const shownNames = 3;
/** File names processed between two yields to the event loop. */
const sliceSize = 200;

/** Predicts what a scan of the folders would find. Throws BadRequest for an unreadable folder. */
export const previewFolders = async (
  { paths, series_strategy, excluded_patterns = [] }: EndpointParsed<typeof previewLibrary>['body'],
  signal: AbortSignal,
): Promise<{ folders: FolderPreview[] }> => {
  validateScanningRules({ excluded_patterns });
  const enough = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const folders: FolderPreview[] = [];
  for (const path of paths) {
    const root = await validateRoot(path);
    const found = await findBooks(root, { excluded: excluded_patterns, signal: enough });
    const series = await group(found.books, series_strategy, signal);
    folders.push({
      path: root,
      book_count: found.books.length,
      formats: countFormats(found.books),
      guess: guess(root, found.books),
      series_count: series.length,
      series: series.slice(0, shownSeries),
      complete: found.complete,
    });
  }
  return { folders };
};

const group = async (
  books: readonly FoundBook[],
  strategy: SeriesStrategy,
  signal: AbortSignal,
): Promise<FolderPreview['series']> => {
  const series = new Map<string, FolderPreview['series'][number]>();
  for (const [index, { path }] of books.entries()) {
    if (index % sliceSize === 0) {
      await pause();
      signal.throwIfAborted();
    }
    const { key, name, publisher } = seriesKeyOfUnopened(strategy, { path, embedded_series: null });
    const known = series.get(key) ?? { name, publisher, book_count: 0, examples: [] };
    known.book_count += 1;
    if (known.examples.length < shownNames) {
      known.examples.push(path.slice(path.lastIndexOf('/') + 1));
    }
    series.set(key, known);
  }
  return [...series.values()].sort((a, b) => naturalCompare(sortTitle(a.name), sortTitle(b.name)));
};

const countFormats = (books: readonly FoundBook[]): FolderPreview['formats'] =>
  [...Map.groupBy(books, ({ format }) => format)]
    .map(([format, books]) => ({ format, count: books.length }))
    .sort((a, b) => b.count - a.count);

const mangaName = /manga|(^|[\s_.([-])(v|vol|volume|c|ch|chapter)[\s.]?\d+|第\s*\d+|\d+\s*[巻話]/i;

/**
 * Guesses the library type by format and numbering: manga have volumes and chapters, comics have
 * issues.
 */
const guess = (root: string, books: readonly FoundBook[]): FolderPreview['guess'] => {
  if (books.length === 0) return null;
  const texts = books.filter(({ format }) => format === 'epub' || format === 'pdf').length;
  if (texts * 2 > books.length) return 'ebook';
  const manga = books.filter(({ path }) => mangaName.test(path)).length;
  return /manga/i.test(root) || manga * 2 > books.length ? 'manga' : 'comic';
};
