import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { IntakeDifference } from '../../../shared/api/intake.ts';

/** Properties by which files of one book are compared. */
export interface ComparedFile {
  format: BookFormat;
  file_size: number;
  /** 0 while it is not known. */
  page_count: number;
  /** Of a typical page, pixels; null for texts and drawn pages. */
  width: number | null;
  height: number | null;
  error: string | null;
}

export interface Comparison {
  verdict: 'better' | 'present' | 'worse';
  differences: IntakeDifference[];
}

/** Minimum difference in page count that counts, because advertisements differ: pages, and per cent. */
const otherPages = { least: 2, percent: 5 };
/** Smallest ratios that are reported as a difference. */
const sharperRatio = 1.2;
const larger = 1.3;

/** Formats that are read in place come before those that must be unpacked or drawn. */
const directFormats: ReadonlySet<BookFormat> = new Set(['cbz', 'epub', 'folder']);

const areaOf = ({ width, height }: ComparedFile): number | null =>
  width === null || height === null ? null : width * height;

/** Returns 1 if the first is better, -1 if the second is, 0 if neither. */
const byRatio = (first: number, second: number, ratio: number): number =>
  first >= second * ratio ? 1 : second >= first * ratio ? -1 : 0;

const byPages = ({ page_count: first }: ComparedFile, { page_count: second }: ComparedFile) => {
  if (first === 0 || second === 0) return 0;
  const more = Math.abs(first - second);
  const isOther =
    more >= otherPages.least && more * 100 > Math.max(first, second) * otherPages.percent;
  return isOther ? Math.sign(first - second) : 0;
};

/**
 * Compares a new file with the present one. Readability, then pages, then resolution decide; size and
 * format are reported, but do not justify replacing a file.
 */
export const compareBooks = (fresh: ComparedFile, present: ComparedFile): Comparison => {
  const [freshArea, presentArea] = [areaOf(fresh), areaOf(present)];
  const compared: [IntakeDifference['kind'], number][] = [
    ['readable', Number(fresh.error === null) - Number(present.error === null)],
    ['pages', byPages(fresh, present)],
    [
      'resolution',
      freshArea === null || presentArea === null
        ? 0
        : byRatio(freshArea, presentArea, sharperRatio),
    ],
    ['size', byRatio(fresh.file_size, present.file_size, larger)],
    ['format', Number(directFormats.has(fresh.format)) - Number(directFormats.has(present.format))],
  ];
  const decisive = compared.slice(0, 3).find(([, sign]) => sign !== 0)?.[1] ?? 0;
  return {
    verdict: decisive > 0 ? 'better' : decisive < 0 ? 'worse' : 'present',
    differences: compared
      .filter(([, sign]) => sign !== 0)
      .map(([kind, sign]) => ({ kind, is_better: sign > 0 })),
  };
};
