import { join } from 'node:path';

import type { BookMetadata } from '../../shared/api/books.ts';
import { openBook, type StoredPage } from '../media/book-file.ts';
import type { ComicInfo } from '../media/comic-info/comic-info.ts';
import { parseDate } from '../media/comic-info/values.ts';
import { titleOf, parseName } from '../media/names/names.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';
import { placeBook, type SeriesPlace, type SeriesStrategy } from './series-strategy.ts';
import type { WalkedFile } from './walk.ts';

/** The columns of `books` that come from the file. */
export interface BookRow {
  path: string;
  filename: string;
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
  page_count: number;
  error: string | null;
  release_date: string | null;
  language: string | null;
  summary: string | null;
  reading_direction: string | null;
  metadata: BookMetadata;
}

export interface ReadBook {
  row: BookRow;
  pages: StoredPage[];
  place: SeriesPlace;
}

const toMetadata = (info: ComicInfo | null): BookMetadata => ({
  summary: info?.summary ?? null,
  authors: info?.authors ?? [],
  publisher: info?.publisher ?? null,
  imprint: info?.imprint ?? null,
  genres: info?.genres ?? [],
  tags: info?.tags ?? [],
  isbn: info?.isbn ?? null,
  age_rating: info?.age_rating ?? null,
  story_arcs: info?.story_arcs ?? [],
  characters: info?.characters ?? [],
  teams: info?.teams ?? [],
  locations: info?.locations ?? [],
  web_links: info?.web_links ?? [],
  layout: null,
});

/** Where a book belongs by its path alone, without opening it. */
export const placeByPath = (strategy: SeriesStrategy, path: string): SeriesPlace => {
  const segments = path.split('/');
  const parsed = parseName(segments.at(-1) ?? '', segments.slice(0, -1));
  return placeBook(strategy, { path, parsed, metadataSeries: null });
};

/** Columns that follow from where the file lies; a moved book gets them without being opened. */
const locationColumns = (file: WalkedFile) => ({
  path: file.path,
  filename: file.path.slice(file.path.lastIndexOf('/') + 1),
  file_size: file.size,
  file_modified_at: new Date(file.mtimeMs).toISOString(),
  file_modified_ms: file.mtimeMs,
  device: file.device,
  inode: file.inode,
});

/** Opens a file and makes its row; what ComicInfo says counts more than the name. Never throws. */
export const readBook = (root: string, strategy: SeriesStrategy, file: WalkedFile): ReadBook => {
  const opened = openBook(join(root, file.path), file.size);
  const { pages, comicInfo: info } = opened.listing;
  const location = locationColumns(file);
  const parsed = parseName(location.filename, file.path.split('/').slice(0, -1));
  const title = info?.title ?? titleOf(location.filename, parsed);
  const titleSort = sortTitle(title);
  const row: BookRow = {
    ...location,
    format: opened.format,
    title,
    title_sort: titleSort,
    title_key: naturalKey(titleSort),
    number: info?.number ?? parsed.number,
    volume: parsed.volume ?? info?.volume ?? null,
    chapter: parsed.chapter,
    fingerprint: opened.fingerprint,
    page_count: pages.length,
    error: opened.error,
    // A year alone counts from its first day, in a name as in ComicInfo.
    release_date: info?.release_date ?? parseDate(parsed.year, null, null),
    language: info?.language ?? parsed.language,
    summary: info?.summary ?? null,
    reading_direction: info?.reading_direction ?? null,
    metadata: toMetadata(info),
  };
  const place = placeBook(strategy, {
    path: file.path,
    parsed,
    metadataSeries: info?.series ?? null,
  });
  return { row, pages, place };
};
