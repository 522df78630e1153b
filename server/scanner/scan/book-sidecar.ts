import { closeSync, fstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseComicInfo } from '../../media/comic-info/comic-info.ts';
import { readOpf } from '../../media/epub/opf-metadata.ts';
import { readXml } from '../../media/epub/xml.ts';
import type { Limits } from '../../media/limits.ts';
import { faultOfFile } from '../../media/media-error.ts';
import { type EmbeddedMetadata, mergeMetadata } from '../../media/metadata.ts';
import { tidyMetadata } from '../../media/tidy-metadata.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { readFully } from '../../media/zip/read-fully.ts';
import { naturalKey, sortTitle } from '../../text/natural.ts';
import { calibreName } from '../calibre/calibre-name.ts';
import { parsePath, seriesKeyOf } from '../series/series-strategy.ts';
import { toMetadata } from './book-row.ts';
import type { ScanLibrary } from './library-store.ts';
import { isCoverFile, type SidecarFile } from './sidecar-files.ts';
import {
  type BookRow,
  type ScannedBook,
  sidecarColumns,
  type OwnValues,
  type StoredBookRow,
  type FileValues,
} from './types.ts';

const ownValues = (row: BookRow): OwnValues =>
  Object.fromEntries(sidecarColumns.map((column) => [column, row[column]])) as unknown as OwnValues;

/** Returns null for a file that is gone, too large or not metadata. */
const readMetadata = (path: string, limits: Limits): EmbeddedMetadata | null => {
  const isComicInfo = path.toLowerCase().endsWith('.xml');
  let fd: number | null = null;
  try {
    fd = openRegularSync(path);
    const { size } = fstatSync(fd);
    if (size > (isComicInfo ? limits.comic_info_bytes : limits.epub_xml_bytes)) return null;
    const bytes = readFully(fd, 0, size);
    if (isComicInfo) return parseComicInfo(bytes, limits);
    const root = readXml(bytes)?.root;
    return root?.name.toLowerCase() === 'package' ? readOpf(root).metadata : null;
  } catch (error) {
    faultOfFile(error);
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
};

/** Reads the metadata of sidecars, of which the first that has a value wins. */
const readSidecars = (
  root: string,
  bookPath: string,
  files: readonly SidecarFile[],
  limits: Limits,
): EmbeddedMetadata | null => {
  const folder = join(root, dirname(bookPath));
  return files
    .filter((file) => !isCoverFile(file) && file.name !== calibreName)
    .map(({ name }) => readMetadata(join(folder, name), limits))
    .filter((metadata) => metadata !== null)
    .map(tidyMetadata)
    .reduce<EmbeddedMetadata | null>(
      (first, next) => (first ? mergeMetadata(first, next) : next),
      null,
    );
};

/** The values of a sidecar where it has some, else those of the book's own file. */
const replaceValues = (own: OwnValues, sidecar: EmbeddedMetadata): OwnValues => {
  const title = sidecar.title ?? own.title;
  const titleSort =
    sidecar.title_sort ?? (sidecar.title === null ? own.title_sort : sortTitle(title));
  const facts = own.series_facts;
  const metadata = Object.entries(toMetadata(sidecar)).filter(([, value]: [string, unknown]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  return {
    title,
    title_sort: titleSort,
    title_key: naturalKey(titleSort),
    number: sidecar.number ?? own.number,
    volume: own.volume ?? sidecar.volume,
    embedded_series: sidecar.series ?? own.embedded_series,
    release_date: sidecar.release_date ?? own.release_date,
    language: sidecar.language ?? own.language,
    summary: sidecar.summary ?? own.summary,
    reading_direction: sidecar.reading_direction ?? own.reading_direction,
    metadata: { ...own.metadata, ...Object.fromEntries(metadata) },
    series_facts: {
      name: sidecar.series ?? facts.name,
      sort: sidecar.series_sort ?? (sidecar.series === null ? facts.sort : null),
      localized: sidecar.localized_series ?? facts.localized,
      count: sidecar.count ?? facts.count,
      one_shot: sidecar.one_shot || facts.one_shot,
    },
  };
};

/** Sidecars that a scan found beside a book. */
export interface FoundSidecars {
  files: readonly SidecarFile[];
  /** Metadata of the book in a calibre database. */
  calibre?: EmbeddedMetadata | null;
}

/** A book of calibre without a series is one of its own, under the book's title. */
const asOneShot = (row: BookRow): BookRow =>
  row.embedded_series === null
    ? { ...row, series_facts: { ...row.series_facts, name: row.title, one_shot: true } }
    : row;

/**
 * A book with the values of its sidecars; `read.row` must hold those of its own file. Throws
 * MediaError `unavailable`.
 */
export const applySidecars = (
  library: ScanLibrary,
  read: ScannedBook,
  { files: found, calibre = null }: FoundSidecars,
  limits: Limits,
): ScannedBook => {
  // Without its record, the book gets it at the next scan.
  const files = calibre ? found : found.filter(({ name }) => name !== calibreName);
  if (files.length === 0) return { ...read, sidecars: null };
  const { path } = read.row;
  const own = ownValues(read.row);
  const beside = readSidecars(library.path, path, files, limits);
  const metadata = calibre && beside ? mergeMetadata(calibre, beside) : (calibre ?? beside);
  const merged = metadata ? { ...read.row, ...replaceValues(own, metadata) } : read.row;
  const row = calibre ? asOneShot(merged) : merged;
  const parsed = parsePath(library.scan_rules, path);
  return {
    ...read,
    row,
    seriesKey: seriesKeyOf(library, { path, parsed, metadataSeries: row.embedded_series }),
    sidecars: { files, own, cover: files.find(isCoverFile) ?? null },
  };
};

/**
 * The row of a book as its own file describes it, from stored data: without sidecars and without
 * edits.
 */
export const storedOwnRow = (stored: StoredBookRow, own: OwnValues | null): BookRow => {
  const { metadata, series_facts, ...columns } = stored;
  const row: BookRow = {
    ...columns,
    metadata: JSON.parse(metadata) as BookRow['metadata'],
    series_facts: JSON.parse(series_facts) as BookRow['series_facts'],
  };
  if (own) return { ...row, ...own };
  for (const [field, value] of Object.entries(JSON.parse(stored.file_values) as FileValues)) {
    if (field in columns) Object.assign(row, { [field]: value });
    else Object.assign(row.metadata, { [field]: value });
  }
  return { ...row, title_key: naturalKey(row.title_sort) };
};
