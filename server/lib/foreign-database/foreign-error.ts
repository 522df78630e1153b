/** Why a foreign database is refused: one or two sentences, displayed as they are. */
export class ForeignDatabaseError extends Error {
  override name = 'ForeignDatabaseError';
}
