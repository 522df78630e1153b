import { isoNow } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

export type FollowedSeriesStore = ReturnType<typeof createFollowedSeriesStore>;

export const createFollowedSeriesStore = (database: Database) => {
  const ids = database
    .prepare<[number], string>(
      `SELECT s.id FROM followed_series f CROSS JOIN series s ON s.pk = f.series_pk
       WHERE f.user_pk = ? ORDER BY f.followed_at, f.series_pk`,
    )
    .pluck();
  const known = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();
  const follow = database.prepare(
    `INSERT INTO followed_series (user_pk, series_pk, followed_at)
     SELECT :user_pk, pk, :now FROM series WHERE id = :series_id ON CONFLICT DO NOTHING`,
  );
  const unfollow = database.prepare(
    `DELETE FROM followed_series
     WHERE user_pk = ? AND series_pk = (SELECT pk FROM series WHERE id = ?)`,
  );
  return {
    ids: (userPk: number): string[] => ids.all(userPk),
    hasSeries: (seriesId: string): boolean => known.get(seriesId) !== undefined,
    follow: (userPk: number, seriesId: string): void =>
      void follow.run({ user_pk: userPk, series_id: seriesId, now: isoNow() }),
    unfollow: (userPk: number, seriesId: string): void => void unfollow.run(userPk, seriesId),
  };
};
