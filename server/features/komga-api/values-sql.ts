import { noReprepare } from '../../database/planner-hints.ts';

/** A timestamp in the format: without fractional seconds, which one client parses as the year 1. */
export const secondsSql = (column: string): string => `substr(${column}, 1, 19) || 'Z'`;

/** JSON. */
export const falseJson = `json('false')`;

/** The user's key, hidden from the query planner. */
export const komgaUserParameter = noReprepare(':user_pk');
