/**
 * Hides a parameter from the query planner. If a plan depends on a parameter's value, SQLite
 * re-prepares the statement on every call, which costs more than a list's rows do. Plans depend on
 * LIMIT and on parameters that a join compares a column with.
 */
export const noReprepare = (parameter: string): string => `${parameter} + 0`;

/** The user's key, hidden from the query planner. */
export const userParameter = noReprepare(':user_pk');

export const noReprepareText = (parameter: string): string => `${parameter} || ''`;
