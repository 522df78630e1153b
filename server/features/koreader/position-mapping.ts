import { clamp } from '../../../shared/clamp.ts';
import type { Progress } from '../../../shared/api/progress-record.ts';
import { positionsOf } from '../../media/stored-page.ts';
import { decodePages } from '../../media/page-json.ts';
import type { Document, KoreaderPosition } from './store.ts';

/**
 * Converts a KOReader position to our page, and whether the end was reached. Returns null while the
 * pages are unknown. For images the progress is the page itself; for a text, whose pages differ in
 * KOReader, the percentage counts, limited to the section that the pointer names. Another format of
 * the book has pages and sections of its own.
 */
export const pageOfPosition = (
  { progress, percentage }: Pick<KoreaderPosition, 'progress' | 'percentage'>,
  document: Document,
): { current_page: number; is_completed?: boolean } | null => {
  const { page_count, other_format } = document;
  if (page_count === 0) return null;
  const parts = textsOf(document);
  if (parts === null) {
    const isOwn = other_format === null && /^\d+$/.test(progress);
    const page = isOwn ? Number(progress) : Math.round(percentage * page_count);
    return { current_page: clamp(page, 1, page_count) };
  }
  if (percentage >= 1) return { current_page: page_count, is_completed: true };
  const own = other_format === null ? progress : '';
  const part = parts[Number(/\/DocFragment\[(\d+)\]/.exec(own)?.[1] ?? 0) - 1];
  const page = clamp(
    Math.ceil(percentage * page_count),
    part?.first ?? 1,
    part?.last ?? page_count,
  );
  return { current_page: clamp(page, 1, Math.max(1, page_count - 1)), is_completed: false };
};

/**
 * Converts our progress to a KOReader position: the page, or the start of the section of a text. In another
 * format it is the page at the same percentage; null if `stored`, KOReader's last position in that file, does
 * not tell its number of pages, because a wrong pointer would lead to the beginning.
 */
export const koreaderPositionOf = (
  { current_page, percentage }: Pick<Progress, 'current_page' | 'percentage'>,
  document: Document,
  stored: Pick<KoreaderPosition, 'progress' | 'percentage'> | null,
): Pick<KoreaderPosition, 'progress' | 'percentage'> | null => {
  if (document.other_format !== null) {
    const count = stored === null ? null : pageCountBy(stored);
    if (count === null) return null;
    return { progress: String(clamp(Math.round(percentage * count), 1, count)), percentage };
  }
  const parts = textsOf(document);
  if (parts === null) return { progress: String(current_page), percentage };
  const index = parts.findIndex(({ last }) => last >= current_page);
  return { progress: `/body/DocFragment[${Math.max(0, index) + 1}].0`, percentage };
};

/**
 * The number of pages of a file according to a position in it; null for a text. KOReader cuts percentages off
 * after four digits, so that those near the beginning are too inexact.
 */
const pageCountBy = ({
  progress,
  percentage,
}: Pick<KoreaderPosition, 'progress' | 'percentage'>): number | null =>
  /^\d+$/.test(progress) && percentage >= 0.01 && percentage <= 1
    ? Math.max(1, Math.round(Number(progress) / percentage))
    : null;

/** First and last page of each text of a reflowable EPUB; null for books of images. */
const textsOf = ({ pages }: Document): { first: number; last: number }[] | null => {
  const stored = pages === null ? [] : decodePages(pages);
  if (stored[0]?.source !== 'text') return null;
  let last = 0;
  return stored.map((page) => {
    const first = last + 1;
    last += positionsOf(page);
    return { first, last };
  });
};
