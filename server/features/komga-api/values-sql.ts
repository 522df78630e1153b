/** A timestamp in the format: without fractional seconds, which one client parses as the year 1. */
export const secondsSql = (column: string): string => `substr(${column}, 1, 19) || 'Z'`;

/** JSON. */
export const falseJson = `json('false')`;

/** Whether a field of a series or book is locked, as JSON. The column is a list of field names. */
export const lockedSql = (row: 's' | 'b', field: string): string =>
  `json(iif(instr(${row}.locked_fields, '"${field}"') > 0, 'true', 'false'))`;

/** A list of creators as JSON, without the names for sorting, which the format does not have. */
export const authorsSql = (list: string): string =>
  `json(iif(instr(${list}, '"sort":') = 0, ${list},
    (SELECT json_group_array(${authorSql('value')}) FROM json_each(${list}))))`;

/** One creator of such a list. */
export const authorSql = (value: string): string =>
  `json_object('name', ${value} ->> 'name', 'role', ${value} ->> 'role')`;
