/** A timestamp in the format: without fractional seconds, which one client parses as the year 1. */
export const secondsSql = (column: string): string => `substr(${column}, 1, 19) || 'Z'`;

/** JSON. */
export const falseJson = `json('false')`;

/** Whether a field of a series or book is locked, as JSON. The column is a list of field names. */
export const lockedSql = (row: 's' | 'b', field: string): string =>
  `json(iif(instr(${row}.locked_fields, '"${field}"') > 0, 'true', 'false'))`;
