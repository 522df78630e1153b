import type { Database } from '../../database/types.ts';

interface Move {
  source: number;
  target: number;
}

/**
 * Series whose age rating or labels may be incomplete until their summary is written. People whose
 * restrictions look at them do not see these series (migration 0556). Only inside a transaction.
 */
export const createProvisionalSeries = (database: Database) => {
  const isUnlocked = `NOT EXISTS (SELECT 1 FROM json_each(locked_fields) WHERE value = 'age_rating')`;
  const holdForBook = database.prepare<{ series_pk: number; age_rating: number }>(
    `UPDATE series SET is_provisional = 1
     WHERE pk = @series_pk AND is_provisional = 0 AND ${isUnlocked} AND coalesce(age_rating, -1) < @age_rating`,
  );
  const holdForMove = database.prepare<Move>(
    `UPDATE series SET is_provisional = 1
     WHERE pk = @target AND is_provisional = 0 AND EXISTS (
       SELECT 1 FROM series AS origin WHERE origin.pk = @source
         AND (origin.label_keys NOT IN ('[]', series.label_keys)
           OR coalesce(origin.age_rating, -1) > coalesce(series.age_rating, -1)))`,
  );
  const release = database.prepare<[number]>(
    `UPDATE series SET is_provisional = 0
     WHERE library_pk = ? AND is_provisional = 1 AND pk NOT IN (SELECT series_pk FROM stale_series)`,
  );
  return {
    /** Because of a book with a higher age rating. Returns whether the series was not provisional. */
    holdForBook: (series_pk: number, age_rating: number): boolean =>
      holdForBook.run({ series_pk, age_rating }).changes > 0,
    /** Because a book comes from a series with labels or a higher age rating. */
    holdForMove: (source: number, target: number) => void holdForMove.run({ source, target }),
    /** All series of a library whose summaries are written. */
    release: (libraryPk: number) => void release.run(libraryPk),
  };
};
