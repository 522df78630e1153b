import type { ImportedEntry } from '../../../shared/api/read-lists.ts';
import { words } from '../../text/words.ts';
import type { CblEntry } from './cbl.ts';
import type { Candidate } from './store.ts';

/** With the words of its title, which a long list asks for again and again. */
export type NamedBook = Candidate & { title_words: ReadonlySet<string> };

export const named = (book: Candidate): NamedBook => ({
  ...book,
  title_words: new Set(words(book.title)),
});

/**
 * Finds the book of an entry: of the series with that name, or that name and year, those with its number;
 * of several the ones of that volume or year. What contradicts both is another book of the same name.
 *
 * @param booksOf the books of the series of a name
 */
export const matchEntry = (
  entry: CblEntry,
  booksOf: (name: string) => NamedBook[],
): ImportedEntry => {
  const found = candidatesOf(entry, booksOf);
  return {
    ...entry,
    status: found.length === 0 ? 'missing' : found.length === 1 ? 'matched' : 'ambiguous',
    book_ids: found.map(({ id }) => id),
    books: found.map(({ id, title, series_name, number }) => ({ id, title, series_name, number })),
  };
};

/** The books that an entry may mean. */
export const candidatesOf = (
  entry: CblEntry,
  booksOf: (name: string) => NamedBook[],
): Candidate[] => {
  const { volume } = entry;
  const numbered = seriesNames(entry).flatMap(booksOf).filter(numberTest(entry.number));
  const possible = numbered.filter((book) => !contradicts(book, entry));
  const sameVolume = narrowed(possible, (book) => isVolume(book, volume));
  return narrowed(sameVolume, ({ release_year }) => release_year === entry.year);
};

/** Folders often carry the year: `Civil War (2006)`. */
export const seriesNames = ({ series, volume }: CblEntry): string[] => [
  series,
  ...(volume === null ? [] : [`${series} (${volume})`]),
];

/** Those that pass, or all where none does. */
const narrowed = (books: Candidate[], test: (book: Candidate) => boolean): Candidate[] => {
  const passing = books.filter(test);
  return passing.length > 0 ? passing : books;
};

/** A number that is a word stands in the title: `X-Factor HS`. */
const numberTest = (wanted: string): ((book: NamedBook) => boolean) => {
  if (/^\d+(\.\d+)?$/.test(wanted)) return ({ number }) => number === Number(wanted);
  const parts = words(wanted);
  return ({ title_words }) => parts.length > 0 && parts.every((part) => title_words.has(part));
};

const isVolume = ({ volume, series_year }: Candidate, wanted: number | null): boolean =>
  wanted !== null && (volume === wanted || series_year === wanted);

const contradicts = (book: Candidate, { volume, year }: CblEntry): boolean => {
  const otherSeries = volume !== null && book.series_year !== null && !isVolume(book, volume);
  const sameYear = year !== null && book.release_year === year;
  return otherSeries && !sameYear;
};
