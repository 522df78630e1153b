export const spans = ['month', 'year', 'all'] as const;
/** The last 30 days, the last 53 weeks, or all. */
export type Span = (typeof spans)[number];

const days: Record<Span, number | null> = { month: 30, year: 371, all: null };

/** Local date as `2026-01-15`. */
export const localDay = (time: Date): string =>
  [
    String(time.getFullYear()).padStart(4, '0'),
    String(time.getMonth() + 1).padStart(2, '0'),
    String(time.getDate()).padStart(2, '0'),
  ].join('-');

/** First day of a span that ends today; undefined for all. */
export const firstDay = (span: Span, today: Date): string | undefined => {
  const count = days[span];
  if (count === null) return undefined;
  return localDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1));
};
