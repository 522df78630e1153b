import type { ScanRules } from '../../../shared/api/scan-rules.ts';
import { bookStem } from '../../media/formats/format-of.ts';
import {
  isGenericFolder,
  parseName,
  titleOf,
  withoutVolumeFolder,
} from '../../media/filename-parser/parse-name.ts';
import { cleanSeriesName, type ParsedName } from '../../media/filename-parser/read-name.ts';
import { normalize } from '../../text/search-key.ts';
import { cleanTitle } from './title-rules.ts';

export type SeriesStrategy = 'folder' | 'flat' | 'publisher' | 'nested';

/** How a library groups its books. */
export interface SeriesRules {
  series_strategy: SeriesStrategy;
  scan_rules: Pick<ScanRules, 'one_shot_folder' | 'title_rules' | 'metadata_sources' | 'calibre'>;
}

/** The series that a strategy assigns to a book. */
export interface SeriesKey {
  /** Identifies the series: its folder, or its name if it has no folder. */
  key: string;
  name: string;
  /** The folder's name. */
  filename: string;
  year: number | null;
  publisher: string | null;
}

export interface KeyedBook {
  /** Relative to the library. */
  path: string;
  parsed: ParsedName;
  /** The series named in ComicInfo. */
  metadataSeries: string | null;
}

/** A generic name such as "Specials" needs its parent folder: "Series - Specials". */
const nameOfFolder = (segments: readonly string[]): { name: string; year: number | null } => {
  const own = cleanSeriesName(segments.at(-1) ?? '');
  const parent = segments.at(-2);
  if (parent === undefined || !isGenericFolder(own.name)) return own;
  const { name, year } = cleanSeriesName(parent);
  return { name: `${name} - ${own.name}`, year };
};

const ofFolder = (
  segments: readonly string[],
  { title_rules }: Pick<ScanRules, 'title_rules'>,
  publisher: string | null = null,
): SeriesKey => {
  const filename = segments.at(-1) ?? '';
  const { name, year } = nameOfFolder(segments);
  const cleaned = cleanTitle(title_rules, name);
  return { key: segments.join('/'), name: cleaned, year, filename, publisher };
};

/** The result for a name where names are not a source of metadata. */
const unnamed: ParsedName = {
  series: '',
  title: null,
  volume: null,
  volume_end: null,
  chapter: null,
  chapter_end: null,
  number: null,
  count: null,
  year: null,
  language: null,
  group: null,
  special: false,
};

/** The parsed name of a book, if the library reads names. */
export const parsePath = (
  { metadata_sources }: Pick<ScanRules, 'metadata_sources'>,
  path: string,
): ParsedName => {
  const segments = path.split('/');
  return metadata_sources.file_name
    ? parseName(segments.at(-1) ?? '', segments.slice(0, -1))
    : unnamed;
};

/** The title by the file name; the bare name if the library does not read names. */
export const titleOfFile = (
  { metadata_sources, title_rules }: Pick<ScanRules, 'metadata_sources' | 'title_rules'>,
  filename: string,
  parsed: ParsedName,
): string =>
  cleanTitle(
    title_rules,
    metadata_sources.file_name ? titleOf(filename, parsed) : bookStem(filename),
  );

type Rules = SeriesRules['scan_rules'];

/** The series named by the book itself, in NFC, because a Mac and a PC normalise differently. */
const namedSeries = (
  filename: string,
  { parsed, metadataSeries }: KeyedBook,
  { title_rules }: Rules,
): string =>
  normalize(
    metadataSeries ??
      cleanTitle(title_rules, parsed.series === '' ? bookStem(filename) : parsed.series),
  );

/** A book beside the folders becomes a series of its own, identified by its file. */
const oneShot = (book: KeyedBook, rules: Rules, publisher: string | null = null): SeriesKey => {
  const { path, parsed } = book;
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const name = namedSeries(filename, book, rules);
  return { key: path, name, filename, year: parsed.year, publisher };
};

type Strategy = (book: KeyedBook, folders: string[], rules: Rules) => SeriesKey;

const strategies: Record<SeriesStrategy, Strategy> = {
  folder: (book, folders, rules) =>
    folders.length === 0 ? oneShot(book, rules) : ofFolder(withoutVolumeFolder(folders), rules),
  nested: (book, folders, rules) =>
    folders.length === 0 ? oneShot(book, rules) : ofFolder(folders.slice(0, 1), rules),
  publisher: (book, folders, rules) => {
    if (folders.length === 0) return oneShot(book, rules);
    const publisher = cleanSeriesName(folders[0] ?? '').name;
    if (folders.length === 1) return oneShot(book, rules, publisher);
    // A folder of a publisher is not a series.
    const [outermost = '', ...inner] = folders;
    return ofFolder([outermost, ...withoutVolumeFolder(inner)], rules, publisher);
  },
  flat: (book, _, rules) => {
    const name = namedSeries(book.path.slice(book.path.lastIndexOf('/') + 1), book, rules);
    return { key: name, name, filename: name, year: null, publisher: null };
  },
};

/**
 * Calibre keeps each book in a folder, "Title (12)", inside the folder of its author; only its database has
 * series.
 */
const ofCalibre = (book: KeyedBook, folders: string[], rules: Rules): SeriesKey => {
  const { metadataSeries } = book;
  if (metadataSeries !== null) return strategies.flat(book, folders, rules);
  const folder = ofFolder(folders, rules);
  return { ...folder, name: folder.name.replace(/ \(\d+\)$/, '') };
};

const isSameName = (a: string, b: string): boolean =>
  normalize(a).toLowerCase() === normalize(b).toLowerCase();

/** The series of a book by the library's rules (contract, section 3). */
export const seriesKeyOf = (
  { series_strategy, scan_rules: rules }: SeriesRules,
  book: KeyedBook,
): SeriesKey => {
  const folders = book.path.split('/').slice(0, -1);
  const { one_shot_folder: alone } = rules;
  // The book's own name counts, not that of the folder.
  if (alone !== null && folders.some((folder) => isSameName(folder, alone))) {
    const { series } = parsePath(rules, book.path.slice(book.path.lastIndexOf('/') + 1));
    return oneShot({ ...book, parsed: { ...book.parsed, series } }, rules);
  }
  if (rules.calibre && folders.length > 0) return ofCalibre(book, folders, rules);
  return strategies[series_strategy](book, folders, rules);
};

/** The same from stored data, without opening the file. */
export const seriesKeyOfUnopened = (
  rules: SeriesRules,
  { path, embedded_series }: { path: string; embedded_series: string | null },
): SeriesKey => {
  const parsed = parsePath(rules.scan_rules, path);
  return seriesKeyOf(rules, { path, parsed, metadataSeries: embedded_series });
};
