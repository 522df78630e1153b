import { isEbook } from '../../../shared/api/book-record.ts';
import { setImmediate as pause } from 'node:timers/promises';

import type { FolderPreview, previewLibrary } from '../../../shared/api/library-preview.ts';
import {
  defaultScanRules,
  mergeScanRules,
  type ScanRules,
} from '../../../shared/api/scan-rules.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import {
  parsePath,
  seriesKeyOfUnopened,
  type SeriesRules,
  titleOfFile,
} from '../../scanner/series/series-strategy.ts';
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

/** A book that the library knows. */
export interface KnownFile {
  path: string;
  embedded_series: string | null;
}

/** The saved rules and the books of the library that a preview compares with. */
export interface PreviewedLibrary {
  saved: { series_strategy: SeriesRules['series_strategy']; scan_rules: ScanRules };
  files: readonly KnownFile[];
}

/** Predicts what a scan of the folders would find. Throws BadRequest for an unreadable folder. */
export const previewFolders = async (
  {
    paths,
    series_strategy,
    excluded_patterns = [],
    scan_rules: changes,
  }: EndpointParsed<typeof previewLibrary>['body'],
  signal: AbortSignal,
  library: PreviewedLibrary | null = null,
): Promise<{ folders: FolderPreview[] }> => {
  validateScanningRules({ excluded_patterns });
  const scan_rules = mergeScanRules(library?.saved.scan_rules ?? defaultScanRules, changes);
  const rules: SeriesRules = { series_strategy, scan_rules };
  const saved = library?.saved ?? {
    series_strategy,
    scan_rules: { ...scan_rules, title_rules: [] },
  };
  const enough = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const folders: FolderPreview[] = [];
  for (const path of paths) {
    const root = await validateRoot(path);
    const found = await findBooks(root, {
      excluded: excluded_patterns,
      formats: scan_rules.file_types,
      signal: enough,
    });
    const known = new Map(library?.files.map((file) => [file.path, file.embedded_series]));
    const series = await group(found.books, { rules, saved, known }, signal);
    folders.push({
      path: root,
      book_count: found.books.length,
      formats: countFormats(found.books),
      guess: guess(root, found.books),
      series_count: series.length,
      series: series.slice(0, shownSeries),
      renamed_count: series.filter((entry) => entry.previous_name !== null).length,
      left_out: found.leftOut,
      has_calibre: found.hasCalibre,
      changes: library && found.complete ? changesOf(found.books, known) : null,
      complete: found.complete,
    });
  }
  return { folders };
};

const changesOf = (
  books: readonly FoundBook[],
  known: ReadonlyMap<string, unknown>,
): FolderPreview['changes'] => {
  const kept = books.filter(({ path }) => known.has(path)).length;
  return { added: books.length - kept, removed: known.size - kept };
};

interface Comparison {
  rules: SeriesRules;
  saved: SeriesRules;
  /** The series that the known files name. */
  known: ReadonlyMap<string, string | null>;
}

const group = async (
  books: readonly FoundBook[],
  { rules, saved, known }: Comparison,
  signal: AbortSignal,
): Promise<FolderPreview['series']> => {
  const series = new Map<string, FolderPreview['series'][number]>();
  for (const [index, { path }] of books.entries()) {
    if (index % sliceSize === 0) {
      await pause();
      signal.throwIfAborted();
    }
    const book = { path, embedded_series: known.get(path) ?? null };
    const { key, name, publisher } = seriesKeyOfUnopened(rules, book);
    const before = seriesKeyOfUnopened(saved, book).name;
    const previous_name = before === name ? null : before;
    const entry = series.get(key) ?? {
      ...{ name, previous_name, publisher },
      ...{ book_count: 0, examples: [], titles: [] },
    };
    entry.book_count += 1;
    if (entry.examples.length < shownNames) {
      const filename = path.slice(path.lastIndexOf('/') + 1);
      entry.examples.push(filename);
      const parsed = parsePath(rules.scan_rules, path);
      entry.titles.push(titleOfFile(rules.scan_rules, filename, parsed));
    }
    series.set(key, entry);
  }
  const isSame = (entry: FolderPreview['series'][number]) => Number(entry.previous_name === null);
  return [...series.values()].sort(
    (a, b) => isSame(a) - isSame(b) || naturalCompare(sortTitle(a.name), sortTitle(b.name)),
  );
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
  const texts = books.filter(({ format }) => isEbook(format) || format === 'pdf').length;
  if (texts * 2 > books.length) return 'ebook';
  const manga = books.filter(({ path }) => mangaName.test(path)).length;
  return /manga/i.test(root) || manga * 2 > books.length ? 'manga' : 'comic';
};
