import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';

/** Statistics by day as CSV: `date,pages,books` (RFC 4180). */
export const statsAsCsv = ({ by_day }: Pick<ReadingStats, 'by_day'>): string =>
  [
    'date,pages,books',
    ...by_day.map(({ date, pages, books }) => `${date},${pages},${books}`),
    '',
  ].join('\r\n');
