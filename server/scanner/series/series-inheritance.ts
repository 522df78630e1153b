import type { Database } from '../../database/types.ts';
import { createInheritedLimits, type InheritedLimits } from './inherited-limits.ts';

/** Data that a series inherited from one merged into it. */
export interface Inheritance {
  /** Keys of collections that it was added to. */
  collections: number[];
  /** Keys of users whose want-to-read list it was added to. */
  wanted: number[];
  /** Keys of users who follow it since, and of those whose rating it got; undefined in older rows. */
  followed?: number[];
  rated?: number[];
  tracking: boolean;
  /** Keys of announced releases. */
  releases: number[];
  /** Reader settings that users had for the series. */
  settings: { user_pk: number; key: string }[];
  /** Undefined in rows of earlier versions. */
  limits?: InheritedLimits;
}

interface Between {
  source: number;
  target: number;
}

const idOf = (pk: string) => `(SELECT id FROM series WHERE pk = ${pk})`;
const memberOf = (pk: string) => `'$."' || ${idOf(pk)} || '"'`;
/** Preferences that store reader settings by series id. */
const ofReaders = `key GLOB 'client.octavo.reading.*.series'`;

/**
 * User data of a series, of its metadata only labels and a rating set by hand, that is transferred
 * when it is merged. Runs inside one transaction of the caller.
 */
export const createSeriesInheritance = (database: Database) => {
  const limits = createInheritedLimits(database);
  const collections = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO collection_series (collection_pk, series_pk, position)
       SELECT collection_pk, @target, position FROM collection_series WHERE series_pk = @source
       RETURNING collection_pk`,
    )
    .pluck();
  const wanted = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO wanted (user_pk, series_pk, position, added_at)
       SELECT user_pk, @target, position, added_at FROM wanted WHERE series_pk = @source
       RETURNING user_pk`,
    )
    .pluck();
  const followed = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO followed_series (user_pk, series_pk, followed_at)
       SELECT user_pk, @target, followed_at FROM followed_series WHERE series_pk = @source
       RETURNING user_pk`,
    )
    .pluck();
  const rated = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO ratings (user_pk, series_pk, rating, review, is_shared, rated_at)
       SELECT user_pk, @target, rating, review, is_shared, rated_at FROM ratings WHERE series_pk = @source
       RETURNING user_pk`,
    )
    .pluck();
  const tracking = database.prepare<Between>(
    `INSERT OR IGNORE INTO series_tracking (series_pk, tracked, aliases, languages)
     SELECT @target, tracked, aliases, languages FROM series_tracking WHERE series_pk = @source`,
  );
  const releases = database
    .prepare<Between, number>(
      'UPDATE releases SET series_pk = @target WHERE series_pk = @source RETURNING pk',
    )
    .pluck();
  const settings = database.prepare<Between, Inheritance['settings'][number]>(
    `UPDATE preferences
     SET value = json_set(value, ${memberOf('@target')}, json_extract(value, ${memberOf('@source')}))
     WHERE ${ofReaders} AND json_type(value, ${memberOf('@source')}) = 'object'
       AND json_type(value, ${memberOf('@target')}) IS NULL
     RETURNING user_pk, key`,
  );

  const leaveCollections = database.prepare<{ pk: number; list: string }>(
    `DELETE FROM collection_series
     WHERE series_pk = @pk AND collection_pk IN (SELECT value FROM json_each(@list))`,
  );
  const leaveWanted = database.prepare<{ pk: number; list: string }>(
    'DELETE FROM wanted WHERE series_pk = @pk AND user_pk IN (SELECT value FROM json_each(@list))',
  );
  const unfollow = database.prepare<{ pk: number; list: string }>(
    `DELETE FROM followed_series
     WHERE series_pk = @pk AND user_pk IN (SELECT value FROM json_each(@list))`,
  );
  // One that was changed since stays.
  const unrate = database.prepare<Between & { list: string }>(
    `DELETE FROM ratings WHERE series_pk = @target AND user_pk IN (SELECT value FROM json_each(@list))
       AND rated_at = (SELECT s.rated_at FROM ratings s
         WHERE s.series_pk = @source AND s.user_pk = ratings.user_pk)`,
  );
  const endTracking = database.prepare<[number]>('DELETE FROM series_tracking WHERE series_pk = ?');
  const giveReleases = database.prepare<Between & { list: string }>(
    `UPDATE releases SET series_pk = @source
     WHERE series_pk = @target AND pk IN (SELECT value FROM json_each(@list))`,
  );
  const dropSetting = database.prepare<{ pk: number; user_pk: number; key: string }>(
    `UPDATE preferences SET value = json_remove(value, ${memberOf('@pk')})
     WHERE user_pk = @user_pk AND key = @key`,
  );

  const remember = database.prepare<Between & { what: string }>(
    'UPDATE series SET merged_into = @target, handed_over = @what WHERE pk = @source',
  );
  const merged = database.prepare<[number], { merged_into: number; handed_over: string }>(
    'SELECT merged_into, handed_over FROM series WHERE pk = ? AND merged_into IS NOT NULL',
  );
  const clearMerge = database.prepare<[number]>(
    'UPDATE series SET merged_into = NULL, handed_over = NULL WHERE pk = ?',
  );
  const parted = database
    .prepare<[number], number>(
      'SELECT pk FROM series WHERE merged_into IS NOT NULL AND book_count > 0 AND library_pk = ?',
    )
    .pluck();

  /** Adds data that only `source` had to `target`. */
  const take = (source: number, target: number): Inheritance => ({
    collections: collections.all({ source, target }),
    wanted: wanted.all({ source, target }),
    followed: followed.all({ source, target }),
    rated: rated.all({ source, target }),
    tracking: tracking.run({ source, target }).changes > 0,
    releases: releases.all({ source, target }),
    settings: settings.all({ source, target }),
    limits: limits.apply(source, target),
  });
  /** Reverses `take`. */
  const giveBack = (source: number, target: number, what: Inheritance): void => {
    leaveCollections.run({ pk: target, list: JSON.stringify(what.collections) });
    leaveWanted.run({ pk: target, list: JSON.stringify(what.wanted) });
    unfollow.run({ pk: target, list: JSON.stringify(what.followed ?? []) });
    unrate.run({ source, target, list: JSON.stringify(what.rated ?? []) });
    if (what.tracking) endTracking.run(target);
    giveReleases.run({ source, target, list: JSON.stringify(what.releases) });
    if (what.limits) limits.undo(target, what.limits);
    for (const setting of what.settings) dropSetting.run({ pk: target, ...setting });
  };

  return {
    take,
    giveBack,
    /** Like `take`; the transfer is recorded so that `part` can reverse it. */
    merge: (source: number, target: number): void => {
      remember.run({ source, target, what: JSON.stringify(take(source, target)) });
    },
    /** The series that this one was merged into. */
    mergedInto: (pk: number): number | undefined => merged.get(pk)?.merged_into,
    /** Separates a merged series again: reverses the transfer. */
    part: (source: number): void => {
      const row = merged.get(source);
      if (!row) return;
      giveBack(source, row.merged_into, JSON.parse(row.handed_over) as Inheritance);
      clearMerge.run(source);
    },
    /** Merged series of a library that have books again. */
    parted: (libraryPk: number): number[] => parted.all(libraryPk),
  };
};
