import { localDay } from '../stats/spans.ts';

/** `2026-01`. */
export const monthOf = (day: Date): string => localDay(day).slice(0, 7);

export const isMonth = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

const firstOf = (month: string): Date =>
  new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1);

/** The month before or after another. */
export const adjacentMonth = (month: string, step: -1 | 1): string => {
  const first = firstOf(month);
  return monthOf(new Date(first.getFullYear(), first.getMonth() + step, 1));
};

/** Moments at which a month begins and ends here. */
export const boundsOfMonth = (month: string): { from: string; before: string } => ({
  from: firstOf(month).toISOString(),
  before: firstOf(adjacentMonth(month, 1)).toISOString(),
});

/** Moments at which a day begins and ends here. */
export const boundsOfDay = (day: string): { added_from: string; added_before: string } => {
  const start = new Date(`${day}T00:00:00`);
  const end = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
  return { added_from: start.toISOString(), added_before: end.toISOString() };
};

/** Weeks of seven days from Monday; days of other months are null. */
export const weeksOf = (month: string): (string | null)[][] => {
  const first = firstOf(month);
  const before = (first.getDay() + 6) % 7;
  const count = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - before + 1;
      return day < 1 || day > count ? null : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
};
