import { join } from 'node:path';

import type { ScanRules } from '../../../shared/api/scan-rules.ts';
import type { BookReaders, JobContext } from '../../jobs/job-context.ts';
import { openBook } from '../../media/formats/open-book.ts';
import type { ParsedBook } from '../../media/formats/parsed-book.ts';
import { MediaError } from '../../media/media-error.ts';
import { emptyMetadata } from '../../media/metadata.ts';
import { countPages, isImagePage } from '../../media/stored-page.ts';
import { analyzePages } from '../analysis/page-analysis.ts';
import type { WalkedFile } from '../scan/walked-file.ts';
import { parsePath } from '../series/series-strategy.ts';
import { type Download, medianSize } from './download.ts';

/** Number of pages whose size is read: enough for a median. */
const sampledPages = 5;

type Readers = BookReaders & Pick<JobContext, 'limits'>;

/** The median size of some pages. */
const typicalSize = async (
  path: string,
  { pages, format }: Pick<ParsedBook, 'pages' | 'format'>,
  { pages: source, limits }: Readers,
): Promise<{ width: number | null; height: number | null }> => {
  const unknown = { width: null, height: null };
  // Pages of a PDF can be drawn at any size.
  if (format === 'pdf') return unknown;
  const images = pages.filter((page) => isImagePage(page) && page.error === undefined);
  const step = images.length / sampledPages;
  const sample = images.filter(
    (_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step),
  );
  const sized = await analyzePages(path, sample, source, limits);
  return medianSize(sized) ?? unknown;
};

const yearOf = (date: string | null): number | null =>
  date === null ? null : Number(date.slice(0, 4));

/** Reads a file as a scan does. Sets `error` if it cannot be added. */
export const readDownload = async (
  root: string,
  file: WalkedFile,
  rules: ScanRules,
  readers: Readers,
): Promise<Download> => {
  const absolute = join(root, file.path);
  const opened = await openBook(absolute, file.size, readers.limits, readers.pdf);
  const known = opened.metadata ?? emptyMetadata;
  const parsed = parsePath(rules, file.path);
  let size: { width: number | null; height: number | null } = { width: null, height: null };
  let { error } = opened;
  if (error === null && !rules.file_types.includes(opened.format)) {
    error = 'The library leaves out files of this format, by its scan rules.';
  }
  if (error === null) {
    try {
      size = await typicalSize(absolute, opened, readers);
    } catch (failure) {
      if (!(failure instanceof MediaError)) throw failure;
      error = failure.message;
    }
  }
  const year = yearOf(known.release_date) ?? parsed.year;
  return {
    path: file.path,
    file_size: file.size,
    file_modified_ms: file.mtimeMs,
    format: opened.format,
    fingerprint: opened.fingerprint,
    page_count: countPages(opened.pages),
    ...size,
    error,
    number: known.number ?? parsed.number,
    volume: parsed.volume ?? known.volume,
    chapter: parsed.chapter,
    details: {
      title: known.title ?? parsed.title,
      year,
      publisher: known.publisher,
      language: known.language ?? parsed.language,
    },
    named: {
      metadata: known.series,
      file_name: parsed.series === '' ? null : parsed.series,
      year: parsed.year,
    },
  };
};
