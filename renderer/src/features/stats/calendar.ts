import { clamp } from '../../../../shared/clamp.ts';
import { localDay } from './spans.ts';

export interface CalendarDay {
  /** `2026-01-15`. */
  date: string;
  pages: number;
  /** 0 (nothing) to 4 (as much as on the busiest days). */
  level: number;
}

/** Monday is 0, as in ISO 8601. */
const weekday = (day: Date) => (day.getDay() + 6) % 7;

/**
 * Columns of seven days from Monday, from `since` or else the first day with reading to today; days
 * outside are null. Levels are quarters of the 90th percentile, so that a single outlier does not fade all other days.
 */
export const calendarWeeks = (
  read: readonly { date: string; pages: number }[],
  since: string | undefined,
  today: Date,
): (CalendarDay | null)[][] => {
  const pagesOf = new Map(read.map(({ date, pages }) => [date, pages]));
  const sorted = [...pagesOf.values()].sort((a, b) => a - b);
  const most = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0;
  const weeks: (CalendarDay | null)[][] = [];
  const first = new Date(`${since ?? read[0]?.date ?? localDay(today)}T00:00:00`);
  const start = new Date(first.getFullYear(), first.getMonth(), first.getDate() - weekday(first));
  for (let offset = 0; ; offset += 1) {
    const day = new Date(start.getFullYear(), start.getMonth(), start.getDate() + offset);
    if (offset % 7 === 0) {
      if (day > today) return weeks;
      weeks.push([]);
    }
    const date = localDay(day);
    const pages = pagesOf.get(date) ?? 0;
    const level = pages === 0 ? 0 : clamp(Math.ceil((pages / most) * 4), 1, 4);
    weeks.at(-1)?.push(day < first || day > today ? null : { date, pages, level });
  }
};
