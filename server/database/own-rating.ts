import { orderedField } from './condition-sql.ts';
import { userParameter } from './planner-hints.ts';
import type { SpecialField } from './condition-types.ts';

/** A table whose rows are rated: its key in `ratings`, and in the query. */
interface RatedTable {
  column: 'series_pk' | 'book_pk';
  pk: 's.pk' | 'b.pk';
}

/**
 * SQL for the rating of the user `:user_pk`, null if there is none. `main.` leaves out what content
 * restrictions check, because the rated rows have been checked.
 */
export const ownRating = ({ column, pk }: RatedTable): string =>
  `(SELECT own.rating FROM main.ratings own
    WHERE own.user_pk = ${userParameter} AND own.${column} = ${pk})`;

/** Filters by that rating; as a set, because few rows are rated. */
export const ownRatingField = ({ column, pk }: RatedTable): SpecialField => {
  const rated = `SELECT ${column} FROM main.ratings
    WHERE user_pk = ${userParameter} AND ${column} IS NOT NULL AND rating`;
  return orderedField(
    `(${pk} IN (${rated} IS NOT NULL))`,
    (comparison, parameter) => `(${pk} IN (${rated} ${comparison} CAST(${parameter} AS REAL)))`,
  );
};
