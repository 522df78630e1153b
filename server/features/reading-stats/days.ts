const secondsPerDay = 86_400;

/** Gives the calendar date of a moment (seconds since the epoch) in a time zone, `2026-01-15`. */
export const calendarOf = (timeZone: string): ((seconds: number) => string) => {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (seconds) => format.format(seconds * 1000);
};

/** Midnight of a date in UTC, moved by so many days; seconds since the epoch. */
export const utcMidnight = (date: string, days = 0): number =>
  Date.parse(`${date}T00:00:00Z`) / 1000 + days * secondsPerDay;

const isNextDay = (date: string, next: string): boolean =>
  utcMidnight(date, 1) === utcMidnight(next);

/** The longest run of days one after the other; `dates` ascend and are distinct. */
export const longestStreak = (dates: readonly string[]): number => {
  let longest = 0;
  let current = 0;
  for (const [index, date] of dates.entries()) {
    const before = dates[index - 1];
    current = before !== undefined && isNextDay(before, date) ? current + 1 : 1;
    longest = Math.max(longest, current);
  }
  return longest;
};

/** The run of days that ends at `today` or the day before; `dates` descend, and may repeat. */
export const currentStreak = (dates: Iterable<string>, today: string): number => {
  let days = 0;
  let last = today;
  for (const date of dates) {
    if (days > 0 && date === last) continue;
    if (date !== today && !isNextDay(date, last)) break;
    days += 1;
    last = date;
  }
  return days;
};
