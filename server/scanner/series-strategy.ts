import { formatOf } from '../media/formats/format-of.ts';
import {
  cleanSeriesName,
  isGenericFolder,
  type ParsedName,
  parseName,
} from '../media/names/names.ts';

export type SeriesStrategy = 'folder' | 'flat' | 'publisher' | 'nested';

/** Where a book belongs. */
export interface SeriesPlace {
  /** What the series is found by again: its folder, or its name where no folder makes it. */
  key: string;
  name: string;
  /** The folder's own name. */
  filename: string;
  year: number | null;
  publisher: string | null;
}

export interface PlacedBook {
  /** Relative to the library. */
  path: string;
  parsed: ParsedName;
  /** The series that ComicInfo names. */
  metadataSeries: string | null;
}

/** "Specials" says nothing without the folder that it lies in: "Series - Specials". */
const nameOfFolder = (segments: readonly string[]): { name: string; year: number | null } => {
  const own = cleanSeriesName(segments.at(-1) ?? '');
  const parent = segments.at(-2);
  if (parent === undefined || !isGenericFolder(own.name)) return own;
  const { name, year } = cleanSeriesName(parent);
  return { name: `${name} - ${own.name}`, year };
};

const ofFolder = (segments: readonly string[], publisher: string | null = null): SeriesPlace => {
  const filename = segments.at(-1) ?? '';
  return { key: segments.join('/'), ...nameOfFolder(segments), filename, publisher };
};

/** Without its extension, which a folder called "Chapter 1.5" has none of. */
const stemOf = (filename: string): string =>
  formatOf(filename) === null ? filename : filename.replace(/\.[^.]*$/, '');

/** A book that lies beside the folders is a series of its own, found by its file. */
const oneShot = (
  { path, parsed, metadataSeries }: PlacedBook,
  publisher: string | null = null,
): SeriesPlace => {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const name = metadataSeries ?? (parsed.series === '' ? stemOf(filename) : parsed.series);
  return { key: path, name, filename, year: parsed.year, publisher };
};

const strategies: Record<SeriesStrategy, (book: PlacedBook, folders: string[]) => SeriesPlace> = {
  folder: (book, folders) => (folders.length === 0 ? oneShot(book) : ofFolder(folders)),
  nested: (book, folders) => (folders.length === 0 ? oneShot(book) : ofFolder(folders.slice(0, 1))),
  publisher: (book, folders) => {
    if (folders.length === 0) return oneShot(book);
    const publisher = cleanSeriesName(folders[0] ?? '').name;
    return folders.length === 1 ? oneShot(book, publisher) : ofFolder(folders, publisher);
  },
  flat: ({ path, parsed, metadataSeries }) => {
    const filename = path.slice(path.lastIndexOf('/') + 1);
    const name = metadataSeries ?? (parsed.series === '' ? stemOf(filename) : parsed.series);
    return { key: name, name, filename: name, year: null, publisher: null };
  },
};

/** The series of a book, by the library's strategy (contract, section 3). */
export const placeBook = (strategy: SeriesStrategy, book: PlacedBook): SeriesPlace =>
  strategies[strategy](book, book.path.split('/').slice(0, -1));

/** The same by what is known of a book, without opening it. */
export const placeUnopened = (
  strategy: SeriesStrategy,
  { path, embedded_series }: { path: string; embedded_series: string | null },
): SeriesPlace => {
  const segments = path.split('/');
  const parsed = parseName(segments.at(-1) ?? '', segments.slice(0, -1));
  return placeBook(strategy, { path, parsed, metadataSeries: embedded_series });
};
