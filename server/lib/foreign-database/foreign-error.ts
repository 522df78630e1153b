/** Why a foreign database is refused: one or two sentences, displayed as they are. */
export class ForeignDatabaseError extends Error {
  override name = 'ForeignDatabaseError';
}

/** The error for a database that a newer version of a program wrote. */
export const newerVersion = (program: string) =>
  new ForeignDatabaseError(
    `This database was written by a newer version of ${program} than this version of Octavo knows. Update Octavo, and try again.`,
  );
