import type { Book } from '../../../../shared/api/book-record.ts';
import { isYear } from './next-book.ts';

type Numbered = Pick<Book, 'volume' | 'chapter' | 'number' | 'missing_since'> &
  Partial<Pick<Book, 'volume_id' | 'number_end'>>;

export interface Gap {
  kind: 'volume' | 'chapter' | 'number';
  /** First and last missing number; equal if it is one. */
  start: number;
  end: number;
}

/** A book, or a gap between two. */
export type Entry<B> = { book: B } | { gap: Gap };

/** A larger gap means that the numbers are something else, e.g. dates. */
const widestGap = 200;
/** Numbers from here on are years, where gaps are normal. */
const firstYear = 1800;

/**
 * The books of a series in reading order, with a gap wherever whole numbers between two neighbours
 * are missing. Not gaps: numbers before the first book (a collection may start anywhere), decimals
 * (12.5), and books without a number (specials). If volumes are years, issues are counted. Chapters of
 * a volume are counted through the series, or in the volume if it is one of the `restarting`. The
 * server's health check uses the same rules (`findings.ts`).
 */
export const withGaps = <B extends Numbered>(
  books: readonly B[],
  restarting: ReadonlySet<string> = new Set(),
): Entry<B>[] => {
  const last = new Map<string, number>();
  const years = new Set(books.map(yearOf).filter((year) => year !== null));
  return books.flatMap((book): Entry<B>[] => {
    const numbered = numberInRow(book, years.size > 1, restarting);
    if (numbered === null) return [{ book }];
    const { kind, group, value, end: heldUpTo } = numbered;
    const before = last.get(group);
    const reached = Math.floor(heldUpTo);
    last.set(group, Math.max(before ?? reached, reached));
    const start = before === undefined ? value : before + 1;
    const end = Math.ceil(value) - 1;
    const isGap = before !== undefined && end >= start && end - start < widestGap;
    return isGap ? [{ gap: { kind, start, end } }, { book }] : [{ book }];
  });
};

/** Total number of missing books. */
export const countMissing = (entries: readonly Entry<unknown>[]): number =>
  entries.reduce(
    (sum, entry) => sum + ('gap' in entry ? entry.gap.end - entry.gap.start + 1 : 0),
    0,
  );

const yearOf = ({ volume }: Numbered): number | null =>
  volume !== null && isYear(volume) ? volume : null;

/**
 * The row and number of a book. Issues restart with each year that is used as a volume; if there is
 * only one year, files with and without that volume belong to the same row.
 */
const numberInRow = (
  book: Numbered,
  severalYears: boolean,
  restarting: ReadonlySet<string>,
): { kind: Gap['kind']; group: string; value: number; end: number } | null => {
  const { volume, chapter, number, number_end, volume_id: home } = book;
  /** `end` is the last of the numbers that the book holds. */
  const positionIn = (
    kind: Gap['kind'],
    group: string,
    value: number,
    end = number_end ?? value,
  ) => (value < 0 || value >= firstYear ? null : { kind, group, value, end: Math.max(value, end) });
  const year = yearOf(book);
  if (year !== null) {
    const group = severalYears ? `number of ${year}` : 'chapter';
    return number === null ? null : positionIn('number', group, number);
  }
  const inVolume = chapter ?? (number === volume ? null : number);
  if (typeof home === 'string' && inVolume !== null) {
    const group = restarting.has(home) ? home : 'chapter';
    // Of a book in a volume, the last number is that of the volume.
    return positionIn('chapter', group, inVolume, volume === null ? undefined : inVolume);
  }
  // Volumes and chapters are separate rows. If only some files have a chapter, a plain number
  // counts as chapter.
  if (volume !== null) return positionIn('volume', 'volume', volume);
  if (chapter !== null) return positionIn('chapter', 'chapter', chapter);
  return number === null ? null : positionIn('number', 'chapter', number);
};
