import { clamp } from '../../../../../shared/clamp.ts';

/** Page size of a long list's requests. */
export const listPageSize = 120;

/**
 * The pages (1-indexed) with records `first` to `last` (0-indexed, inclusive) of a list of `total`.
 * While the total is unknown (null), the first page, which contains it.
 */
export const pagesForRange = (
  first: number,
  last: number,
  total: number | null,
  pageSize = listPageSize,
): number[] => {
  if (total === null || total === 0) return [1];
  const from = Math.floor(clamp(first, 0, total - 1) / pageSize) + 1;
  const lastPage = Math.floor(clamp(last, 0, total - 1) / pageSize) + 1;
  return Array.from({ length: lastPage - from + 1 }, (_, index) => from + index);
};
