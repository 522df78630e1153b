import type { GoalKind } from '../../../shared/api/reading-goals.ts';
import type { Database } from '../../database/types.ts';

interface GoalRow {
  kind: GoalKind;
  target: number;
}

interface QuarterSums {
  /** Start of the quarter-hour, seconds since the epoch. */
  quarter: number;
  books: number;
  pages: number;
  seconds: number;
}

export type GoalsStore = ReturnType<typeof createGoalsStore>;

export const createGoalsStore = (database: Database) => {
  const ofYear = database.prepare<[number, number], GoalRow>(
    `SELECT kind, target FROM reading_goals WHERE user_pk = ? AND year = ? ORDER BY kind`,
  );
  const set = database.prepare<[GoalRow & { user_pk: number; year: number }]>(
    `INSERT INTO reading_goals (user_pk, year, kind, target)
     VALUES (:user_pk, :year, :kind, :target)
     ON CONFLICT (user_pk, year, kind) DO UPDATE SET target = excluded.target`,
  );
  const remove = database.prepare<[number, number, GoalKind]>(
    'DELETE FROM reading_goals WHERE user_pk = ? AND year = ? AND kind = ?',
  );
  const between = database.prepare<[{ user_pk: number; start: number; end: number }], QuarterSums>(
    `SELECT quarter, sum(completed) AS books, sum(pages) AS pages, sum(seconds) AS seconds
     FROM (SELECT quarter, completed, pages, seconds FROM reading_history
         WHERE user_pk = @user_pk AND quarter BETWEEN @start AND @end
       UNION ALL SELECT quarter, completed, pages, seconds FROM former_reading
         WHERE user_pk = @user_pk AND quarter BETWEEN @start AND @end) GROUP BY quarter`,
  );
  return {
    ofYear: (userPk: number, year: number): GoalRow[] => ofYear.all(userPk, year),
    set: (userPk: number, year: number, goal: GoalRow): void =>
      void set.run({ ...goal, user_pk: userPk, year }),
    remove: (userPk: number, year: number, kind: GoalKind): void =>
      void remove.run(userPk, year, kind),
    /** Reading in each quarter-hour; both bounds are inclusive, seconds since the epoch. */
    between: (userPk: number, start: number, end: number): QuarterSums[] =>
      between.all({ user_pk: userPk, start, end }),
  };
};
