import { clamp } from '../../../shared/clamp.ts';
import type { GoalKind, ReadingGoals } from '../../../shared/api/reading-goals.ts';
import type { Caller } from '../../http/api/caller.ts';
import { calendarOf, utcMidnight } from './days.ts';
import type { GoalsStore } from './goals-store.ts';

type Person = Pick<Caller, 'user_pk'>;

/** Reading goals of people for a year. */
export interface GoalsService {
  /** With days in time zone `tz`. */
  of(person: Person, year: number, tz: string): ReadingGoals;
  set(person: Person, year: number, kind: GoalKind, target: number): void;
  remove(person: Person, year: number, kind: GoalKind): void;
}

/** The share of a year that is over at the end of a day, 0 to 1. */
const shareOf = (year: number, today: string): number => {
  const [first, next] = [utcMidnight(`${year}-01-01`), utcMidnight(`${year + 1}-01-01`)];
  return clamp((utcMidnight(today, 1) - first) / (next - first), 0, 1);
};

export const createGoalsService = ({
  store,
  clock,
}: {
  store: GoalsStore;
  clock: () => Date;
}): GoalsService => ({
  of({ user_pk }, year, tz) {
    const goals = store.ofYear(user_pk, year);
    if (goals.length === 0) return { year, goals: [] };
    const dateOf = calendarOf(tz);
    const share = shareOf(year, dateOf(clock().getTime() / 1000));
    const done: Record<GoalKind, number> = { books: 0, pages: 0, hours: 0 };
    let seconds = 0;
    // Local years begin and end within a day of the UTC year.
    const [start, end] = [utcMidnight(`${year}-01-01`, -1), utcMidnight(`${year}-12-31`, 2)];
    for (const sums of store.between(user_pk, start, end)) {
      if (Number(dateOf(sums.quarter).slice(0, 4)) !== year) continue;
      done.books += sums.books;
      done.pages += sums.pages;
      seconds += sums.seconds;
    }
    done.hours = Math.round(seconds / 360) / 10;
    return {
      year,
      goals: goals.map(({ kind, target }) => ({
        kind,
        target,
        done: done[kind],
        expected: Math.round(target * share * 10) / 10,
      })),
    };
  },
  set: ({ user_pk }, year, kind, target) => store.set(user_pk, year, { kind, target }),
  remove: ({ user_pk }, year, kind) => store.remove(user_pk, year, kind),
});
