/** Records in one request of a long list. */
export const listPageSize = 120;

/**
 * The pages (1-indexed) that hold the records `first` to `last` (0-indexed, both included) of a list
 * of `total`. While the total is not known (null), the first page, which tells it.
 */
export const pagesForRange = (
  first: number,
  last: number,
  total: number | null,
  pageSize = listPageSize,
): number[] => {
  if (total === null || total === 0) return [1];
  const from = Math.floor(clamp(first, total) / pageSize) + 1;
  const to = Math.floor(clamp(last, total) / pageSize) + 1;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};

const clamp = (index: number, total: number): number => Math.min(Math.max(0, index), total - 1);
