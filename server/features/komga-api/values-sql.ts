import { anyAuthor, type Equals } from '../../database/condition-sql.ts';

/** A timestamp in the format: without fractional seconds, which one client parses as the year 1. */
export const secondsSql = (column: string): string => `substr(${column}, 1, 19) || 'Z'`;

/** JSON. */
export const falseJson = `json('false')`;

/** A JSON list of authors, compared by the name and role of a JSON value; absent ones match any. */
export const komgaAuthorField =
  (list: string): Equals =>
  (parameter, value) => {
    const author = JSON.parse(value) as { name?: string | null; role?: string | null };
    const tests = (['name', 'role'] as const)
      .filter((key) => author[key])
      .map((key) => `search_fold(value ->> '${key}') = search_fold(${parameter} ->> '${key}')`);
    return anyAuthor(list, tests.join(' AND ') || 'true');
  };

/** Whether a field of a series or book is locked, as JSON. The column is a list of field names. */
export const lockedSql = (row: 's' | 'b', field: string): string =>
  `json(iif(instr(${row}.locked_fields, '"${field}"') > 0, 'true', 'false'))`;
