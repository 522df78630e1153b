import type { Book } from '../../../../shared/api/book-record.ts';
import { isYear } from './next-book.ts';

type Numbered = Pick<Book, 'volume' | 'chapter' | 'number' | 'missing_since'>;

export interface Gap {
  kind: 'volume' | 'chapter' | 'number';
  /** The first and the last that is not there; the same where it is one. */
  from: number;
  to: number;
}

/** A part of a series: a book, or what should stand between two. */
export type Entry<B> = { book: B } | { gap: Gap };

/** More than this is no hole: the numbers count something else, dates for example. */
const widestGap = 200;
/** Numbers from here on are years, of which nobody has every one. */
const firstYear = 1800;

/**
 * The books of a series in reading order with a mark wherever whole numbers between two neighbours are
 * not there. What comes before the first book is no gap (a collection may begin anywhere), nor is a
 * decimal (12.5) or a book without a number, a special. Where volumes name years, issues count. The health
 * centre of the server counts the same (`findings.ts`).
 */
export const withGaps = <B extends Numbered>(books: readonly B[]): Entry<B>[] => {
  const last = new Map<string, number>();
  const years = new Set(books.map(yearOf).filter((year) => year !== null));
  return books.flatMap((book): Entry<B>[] => {
    const place = placeOf(book, years.size > 1);
    if (place === null) return [{ book }];
    const { kind, group, value } = place;
    const before = last.get(group);
    const reached = Math.floor(value);
    last.set(group, Math.max(before ?? reached, reached));
    const from = before === undefined ? value : before + 1;
    const to = Math.ceil(value) - 1;
    const isGap = before !== undefined && to >= from && to - from < widestGap;
    return isGap ? [{ gap: { kind, from, to } }, { book }] : [{ book }];
  });
};

/** How many books are missing between those that are there. */
export const countMissing = (entries: readonly Entry<unknown>[]): number =>
  entries.reduce((sum, entry) => sum + ('gap' in entry ? entry.gap.to - entry.gap.from + 1 : 0), 0);

const yearOf = ({ volume }: Numbered): number | null =>
  volume !== null && isYear(volume) ? volume : null;

/**
 * What a book counts as. Issues start again with each year that names a volume; of one year, files that name
 * it and files that do not are of one row.
 */
const placeOf = (
  book: Numbered,
  severalYears: boolean,
): { kind: Gap['kind']; group: string; value: number } | null => {
  const { volume, chapter, number } = book;
  const at = (kind: Gap['kind'], group: string, value: number) =>
    value < 0 || value >= firstYear ? null : { kind, group, value };
  const year = yearOf(book);
  if (year !== null) {
    const group = severalYears ? `number of ${year}` : 'chapter';
    return number === null ? null : at('number', group, number);
  }
  // Volumes and chapters side by side are two rows of their own. Where only some files name a chapter, a
  // number alone stands for one.
  if (volume !== null) return at('volume', 'volume', volume);
  if (chapter !== null) return at('chapter', 'chapter', chapter);
  return number === null ? null : at('number', 'chapter', number);
};
