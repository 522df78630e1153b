/** The SET clause of an UPDATE with parameters named like the columns. */
export const assignments = (columns: readonly string[]): string =>
  columns.map((name) => `${name} = @${name}`).join(', ');
