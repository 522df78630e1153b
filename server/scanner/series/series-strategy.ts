import { formatOf } from '../../media/formats/format-of.ts';
import {
  cleanSeriesName,
  isGenericFolder,
  type ParsedName,
  parseName,
  withoutVolumeFolder,
} from '../../media/filename-parser/parse-name.ts';
import { normalize } from '../../text/search-key.ts';

export type SeriesStrategy = 'folder' | 'flat' | 'publisher' | 'nested';

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

const ofFolder = (segments: readonly string[], publisher: string | null = null): SeriesKey => {
  const filename = segments.at(-1) ?? '';
  return { key: segments.join('/'), ...nameOfFolder(segments), filename, publisher };
};

/** The file name without extension; a folder called "Chapter 1.5" has none. */
const stemOf = (filename: string): string =>
  formatOf(filename) === null ? filename : filename.replace(/\.[^.]*$/, '');

/** The series named by the book itself, in NFC, because a Mac and a PC normalise differently. */
const namedSeries = (filename: string, { parsed, metadataSeries }: KeyedBook): string =>
  normalize(metadataSeries ?? (parsed.series === '' ? stemOf(filename) : parsed.series));

/** A book beside the folders becomes a series of its own, identified by its file. */
const oneShot = (book: KeyedBook, publisher: string | null = null): SeriesKey => {
  const { path, parsed } = book;
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const name = namedSeries(filename, book);
  return { key: path, name, filename, year: parsed.year, publisher };
};

const strategies: Record<SeriesStrategy, (book: KeyedBook, folders: string[]) => SeriesKey> = {
  folder: (book, folders) =>
    folders.length === 0 ? oneShot(book) : ofFolder(withoutVolumeFolder(folders)),
  nested: (book, folders) => (folders.length === 0 ? oneShot(book) : ofFolder(folders.slice(0, 1))),
  publisher: (book, folders) => {
    if (folders.length === 0) return oneShot(book);
    const publisher = cleanSeriesName(folders[0] ?? '').name;
    if (folders.length === 1) return oneShot(book, publisher);
    // The folder of the publisher is none of a series.
    const [outermost = '', ...inner] = folders;
    return ofFolder([outermost, ...withoutVolumeFolder(inner)], publisher);
  },
  flat: (book) => {
    const name = namedSeries(book.path.slice(book.path.lastIndexOf('/') + 1), book);
    return { key: name, name, filename: name, year: null, publisher: null };
  },
};

/** The series of a book by the library's strategy (contract, section 3). */
export const seriesKeyOf = (strategy: SeriesStrategy, book: KeyedBook): SeriesKey =>
  strategies[strategy](book, book.path.split('/').slice(0, -1));

/** The same from stored data, without opening the file. */
export const seriesKeyOfUnopened = (
  strategy: SeriesStrategy,
  { path, embedded_series }: { path: string; embedded_series: string | null },
): SeriesKey => {
  const segments = path.split('/');
  const parsed = parseName(segments.at(-1) ?? '', segments.slice(0, -1));
  return seriesKeyOf(strategy, { path, parsed, metadataSeries: embedded_series });
};
