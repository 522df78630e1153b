import { join } from 'node:path';

import type { BookMetadata } from '../../shared/api/books.ts';
import { parseDate } from '../media/comic-info/values.ts';
import { openFolderBook } from '../media/formats/folder-book.ts';
import type { Publication } from '../media/epub/publication.ts';
import { openBook } from '../media/formats/open-book.ts';
import type { Limits } from '../media/limits.ts';
import { type EmbeddedMetadata, emptyMetadata } from '../media/metadata.ts';
import { titleOf, parseName } from '../media/names/names.ts';
import { countPages, type ImagePage, type StoredPage } from '../media/stored-page.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';
import { filenameHash } from './document-hash.ts';
import type { BookReaders } from './job-context.ts';
import { placeBook, type SeriesPlace, type SeriesStrategy } from './series-strategy.ts';
import type { SeriesFacts } from './series-summary.ts';
import { lookAgain, type WalkedFile } from './walk.ts';

/** The columns of `books` that come from the file. */
export interface BookRow {
  path: string;
  filename: string;
  filename_hash: string;
  format: string;
  title: string;
  title_sort: string;
  title_key: string;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  file_size: number;
  file_modified_at: string;
  file_modified_ms: number;
  device: string;
  inode: string;
  fingerprint: string | null;
  /** The series that the file names. */
  embedded_series: string | null;
  page_count: number;
  note: string | null;
  error: string | null;
  release_date: string | null;
  language: string | null;
  summary: string | null;
  reading_direction: string | null;
  metadata: BookMetadata;
  series_facts: SeriesFacts;
}

export interface ReadBook {
  row: BookRow;
  pages: StoredPage[];
  cover: ImagePage | null;
  /** Of an EPUB. */
  publication: Publication | null;
  place: SeriesPlace;
}

const toMetadata = (known: EmbeddedMetadata): BookMetadata => ({
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
});

/** Columns that follow from where the file lies; a moved book gets them without being opened. */
const locationColumns = (file: WalkedFile) => {
  const filename = file.path.slice(file.path.lastIndexOf('/') + 1);
  return {
    path: file.path,
    filename,
    filename_hash: filenameHash(filename),
    file_size: file.size,
    file_modified_at: new Date(file.mtimeMs).toISOString(),
    file_modified_ms: file.mtimeMs,
    device: file.device,
    inode: file.inode,
  };
};

/** A file may be replaced while it is listed; one that always is goes into the report of the next scan. */
const attempts = 3;

/** The listing of a file, and the file that it is of: pages and version of a row belong together. */
const openSettled = async (
  root: string,
  walked: WalkedFile,
  { limits, pdf }: { limits: Limits } & Pick<BookReaders, 'pdf'>,
) => {
  const path = join(root, walked.path);
  for (let file = walked, attempt = 1; ; attempt += 1) {
    const opened = file.entries
      ? openFolderBook(path, file.entries, limits)
      : await openBook(path, file.size, limits, pdf);
    const present = lookAgain(root, walked.path, file.entries !== undefined);
    const isSettled = present?.size === file.size && present.mtimeMs === file.mtimeMs;
    if (present === null || isSettled || attempt === attempts) return { opened, file };
    file = present;
  }
};

/** Opens a file and makes its row; what the file says of itself counts more than its name. Never throws. */
export const readBook = async (
  root: string,
  strategy: SeriesStrategy,
  walked: WalkedFile,
  { limits, pdf }: { limits: Limits } & Pick<BookReaders, 'pdf'>,
): Promise<ReadBook> => {
  const { opened, file } = await openSettled(root, walked, { limits, pdf });
  const { pages, cover } = opened;
  const known = opened.metadata ?? emptyMetadata;
  const location = locationColumns(file);
  const parsed = parseName(location.filename, file.path.split('/').slice(0, -1));
  const title = known.title ?? titleOf(location.filename, parsed);
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
    fingerprint: opened.fingerprint,
    embedded_series: known.series,
    page_count: countPages(pages),
    note: opened.note,
    error: opened.error,
    // A year alone counts from its first day, in a name as in ComicInfo.
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
    },
  };
  const place = placeBook(strategy, {
    path: file.path,
    parsed,
    metadataSeries: known.series,
  });
  return { row, pages, cover, publication: opened.publication ?? null, place };
};
