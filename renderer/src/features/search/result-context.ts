import type { Book } from '../../../../shared/api/book-record.ts';
import type { Series } from '../../../../shared/api/series-record.ts';

const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ');

/** Where a series is: library and year, which differ for namesakes. */
export const seriesContext = ({ library_name, year }: Series): string =>
  joined([library_name, year === null ? null : String(year)]);

/** Where a book is: library and year first, which differ for namesakes; then series or writers. */
export const bookContext = (book: Book): string => {
  const within = book.series_name === book.title ? book.writers.join(', ') : book.series_name;
  return joined([book.library_name, book.release_date?.slice(0, 4), within]);
};
