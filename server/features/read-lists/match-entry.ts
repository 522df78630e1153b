import type { ImportedEntry } from '../../../shared/api/read-lists.ts';
import { words } from '../../text/tokens.ts';
import type { CblEntry } from './cbl.ts';
import type { Candidate } from './store.ts';

/** With the title's words cached, because a long list needs them repeatedly. */
export type NamedBook = Candidate & { title_words: ReadonlySet<string> };

export const withTitleWords = (book: Candidate): NamedBook => ({
  ...book,
  title_words: new Set(words(book.title)),
});

/**
 * Finds the book of an entry: in the series of that name (or name and year), those with its number;
 * of several, the ones of that volume, year or file. Without a number, the file is all that names a book.
 * Contradicting data means another book of the same name.
 *
 * @param booksOf returns the books of the series with a name
 */
export const matchEntry = (
  entry: CblEntry,
  booksOf: (name: string) => NamedBook[],
): ImportedEntry => {
  const found = candidatesOf(entry, booksOf);
  const { series, number: wanted, volume, year } = entry;
  return {
    series,
    number: wanted,
    volume,
    year,
    status: found.length === 0 ? 'missing' : found.length === 1 ? 'matched' : 'ambiguous',
    book_ids: found.map(({ id }) => id),
    books: found.map(({ id, title, series_name, number }) => ({ id, title, series_name, number })),
  };
};

/** Nobody chooses from more, and ten thousand entries can each have a thousand. */
const maxCandidates = 20;

/** Candidate books for an entry, at most 20. */
export const candidatesOf = (
  entry: CblEntry,
  booksOf: (name: string) => NamedBook[],
): Candidate[] => allCandidates(entry, booksOf).slice(0, maxCandidates);

const allCandidates = (entry: CblEntry, booksOf: (name: string) => NamedBook[]): Candidate[] => {
  const { volume, file_name } = entry;
  const isFile = ({ filename }: Candidate) => filename === file_name;
  const books = seriesNames(entry).flatMap(booksOf);
  if (entry.number === '') return books.filter(isFile);
  const numbered = books.filter(numberTest(entry.number));
  const possible = numbered.filter((book) => !contradicts(book, entry));
  const sameVolume = narrowed(possible, (book) => isVolume(book, volume));
  const sameYear = narrowed(sameVolume, ({ release_year }) => release_year === entry.year);
  return narrowed(sameYear, isFile);
};

/** Folder names often include the year: `Civil War (2006)`. */
export const seriesNames = ({ series, volume }: CblEntry): string[] => [
  series,
  ...(volume === null ? [] : [`${series} (${volume})`]),
];

/** Filters, or keeps all if none passes. */
const narrowed = (books: Candidate[], test: (book: Candidate) => boolean): Candidate[] => {
  const passing = books.filter(test);
  return passing.length > 0 ? passing : books;
};

/** A number that is a word occurs in the title: `X-Factor HS`. */
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
