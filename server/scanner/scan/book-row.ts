import { join } from 'node:path';

import { type BookFormat, isEbook } from '../../../shared/api/book-record.ts';
import type { BookMetadata } from '../../../shared/api/books.ts';
import type { MetadataSource } from '../../../shared/api/scan-rules.ts';
import { nearestTimestamp } from '../../lib/timestamps.ts';
import { parseDate } from '../../media/comic-info/values.ts';
import { openFolderBook } from '../../media/formats/folder-book.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { firstYear, type ParsedName } from '../../media/filename-parser/read-name.ts';
import type { Limits } from '../../media/limits.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../../media/metadata.ts';
import { countPages } from '../../media/stored-page.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import { filenameHash } from '../analysis/document-hash.ts';
import type { BookReaders } from '../../jobs/job-context.ts';
import {
  parsePath,
  seriesKeyOf,
  type SeriesRules,
  titleOfFile,
} from '../series/series-strategy.ts';
import type { WalkedFile } from './walked-file.ts';
import { statAgain } from './walk.ts';
import { type BookRow, readerVersion, type ScannedBook } from './types.ts';

/** The part of embedded metadata that the column `metadata` holds. */
export const toMetadata = (known: EmbeddedMetadata): BookMetadata => ({
  summary: known.summary,
  authors: known.authors,
  publisher: known.publisher,
  imprint: known.imprint,
  genres: known.genres,
  tags: known.tags,
  isbn: known.isbn,
  age_rating: known.age_rating,
  story_arcs: known.story_arcs,
  characters: known.characters,
  teams: known.teams,
  locations: known.locations,
  web_links: known.web_links,
  layout: known.layout,
  community_rating: known.community_rating,
  identifiers: known.identifiers,
});

/** Columns derived from the path; a moved book gets them without being opened. */
const locationColumns = (file: WalkedFile) => {
  const filename = file.path.slice(file.path.lastIndexOf('/') + 1);
  return {
    path: file.path,
    filename,
    filename_hash: filenameHash(filename),
    file_size: file.size,
    file_modified_at: nearestTimestamp(file.mtimeMs),
    file_modified_ms: file.mtimeMs,
    inode: file.inode,
  };
};

/**
 * Retries if a file is replaced while it is listed; one that keeps changing is reported as an
 * error.
 */
const attempts = 3;

/** Lists a file and stats it, so that pages and version in a row belong together. */
const openSettled = async (
  root: string,
  walked: WalkedFile,
  { limits, pdf }: { limits: Limits } & Pick<BookReaders, 'pdf'>,
) => {
  const path = join(root, walked.path);
  for (let file = walked, attempt = 1; ; attempt += 1) {
    const opened = file.entries
      ? await openFolderBook(path, file.entries, limits)
      : await openBook(path, file.size, limits, pdf);
    const present = statAgain(root, walked.path, file.entries !== undefined);
    const isSettled = present?.size === file.size && present.mtimeMs === file.mtimeMs;
    if (present === null || isSettled || attempt === attempts) return { opened, file };
    file = present;
  }
};

/** The last volume or chapter of a name such as "Vol 1 - 6"; null if it is the only one. */
const lastNumber = ({ volume, volume_end, chapter, chapter_end }: ParsedName): number | null => {
  const isOfVolumes = volume !== null && volume < firstYear;
  const [first, last] = isOfVolumes ? [volume, volume_end] : [chapter, chapter_end];
  return first !== null && last !== null && last > first ? last : null;
};

/** Which source the metadata inside a file of a format is. */
const sourceOf = (format: BookFormat): MetadataSource =>
  isEbook(format) ? 'epub' : format === 'pdf' ? 'pdf' : 'comic_info';

/**
 * Opens a file and builds its row; embedded metadata takes precedence over the file name. Throws
 * only MediaError `unavailable`.
 */
export const readBook = async (
  library: SeriesRules & { path: string },
  walked: WalkedFile,
  { limits, pdf }: { limits: Limits } & Pick<BookReaders, 'pdf'>,
): Promise<ScannedBook> => {
  const { opened, file } = await openSettled(library.path, walked, { limits, pdf });
  const { pages, cover } = opened;
  const { scan_rules: rules } = library;
  const isUsed = rules.metadata_sources[sourceOf(opened.format)];
  const known = (isUsed ? opened.metadata : null) ?? emptyMetadata;
  const location = locationColumns(file);
  const parsed = parsePath(rules, file.path);
  const title = known.title ?? titleOfFile(rules, location.filename, parsed);
  const titleSort = known.title_sort ?? sortTitle(title);
  const row: BookRow = {
    ...location,
    format: opened.format,
    title,
    title_sort: titleSort,
    title_key: naturalKey(titleSort),
    number: known.number ?? parsed.number,
    volume: parsed.volume ?? known.volume,
    chapter: parsed.chapter,
    number_end: lastNumber(parsed),
    fingerprint: opened.fingerprint,
    embedded_series: known.series,
    page_count: countPages(pages),
    note: opened.note,
    error: opened.error,
    // A year without a date is stored as January 1, for file names as for ComicInfo.
    release_date: known.release_date ?? parseDate(parsed.year, null, null),
    language: known.language ?? parsed.language,
    summary: known.summary,
    reading_direction: known.reading_direction,
    metadata: toMetadata(known),
    series_facts: {
      name: known.series,
      sort: known.series_sort,
      localized: known.localized_series,
      count: known.count,
      one_shot: known.one_shot,
    },
    reader_version: readerVersion,
  };
  const seriesKey = seriesKeyOf(library, {
    path: file.path,
    parsed,
    metadataSeries: known.series,
  });
  return { row, pages, cover, publication: opened.publication ?? null, seriesKey };
};
