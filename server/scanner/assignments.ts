/** The SET of an UPDATE whose parameters are named as its columns. */
export const assignments = (columns: readonly string[]): string =>
  columns.map((name) => `${name} = @${name}`).join(', ');
