import type { Database } from '../../database/types.ts';

/** Data that a series inherited from one merged into it. */
interface Inheritance {
  /** Keys of collections that it was added to. */
  collections: number[];
  /** Keys of users whose want-to-read list it was added to. */
  wanted: number[];
  tracking: boolean;
  /** Keys of announced releases. */
  releases: number[];
  /** Reader settings that users had for the series. */
  settings: { user_pk: number; key: string }[];
}

interface Between {
  from: number;
  into: number;
}

const idOf = (pk: string) => `(SELECT id FROM series WHERE pk = ${pk})`;
const memberOf = (pk: string) => `'$."' || ${idOf(pk)} || '"'`;
/** Preferences that store reader settings by series id. */
const ofReaders = `key GLOB 'client.octavo.reading.*.series'`;

/**
 * User data of a series, apart from its metadata, that is transferred when it is merged. Runs
 * inside one transaction of the caller.
 */
export const createSeriesInheritance = (database: Database) => {
  const collections = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO collection_series (collection_pk, series_pk, position)
       SELECT collection_pk, @into, position FROM collection_series WHERE series_pk = @from
       RETURNING collection_pk`,
    )
    .pluck();
  const wanted = database
    .prepare<Between, number>(
      `INSERT OR IGNORE INTO wanted (user_pk, series_pk, position, added_at)
       SELECT user_pk, @into, position, added_at FROM wanted WHERE series_pk = @from
       RETURNING user_pk`,
    )
    .pluck();
  const tracking = database.prepare<Between>(
    `INSERT OR IGNORE INTO series_tracking (series_pk, tracked, aliases, languages)
     SELECT @into, tracked, aliases, languages FROM series_tracking WHERE series_pk = @from`,
  );
  const releases = database
    .prepare<Between, number>(
      'UPDATE releases SET series_pk = @into WHERE series_pk = @from RETURNING pk',
    )
    .pluck();
  const settings = database.prepare<Between, Inheritance['settings'][number]>(
    `UPDATE preferences
     SET value = json_set(value, ${memberOf('@into')}, json_extract(value, ${memberOf('@from')}))
     WHERE ${ofReaders} AND json_type(value, ${memberOf('@from')}) = 'object'
       AND json_type(value, ${memberOf('@into')}) IS NULL
     RETURNING user_pk, key`,
  );

  const leaveCollections = database.prepare<{ pk: number; list: string }>(
    `DELETE FROM collection_series
     WHERE series_pk = @pk AND collection_pk IN (SELECT value FROM json_each(@list))`,
  );
  const leaveWanted = database.prepare<{ pk: number; list: string }>(
    'DELETE FROM wanted WHERE series_pk = @pk AND user_pk IN (SELECT value FROM json_each(@list))',
  );
  const endTracking = database.prepare<[number]>('DELETE FROM series_tracking WHERE series_pk = ?');
  const giveReleases = database.prepare<Between & { list: string }>(
    `UPDATE releases SET series_pk = @from
     WHERE series_pk = @into AND pk IN (SELECT value FROM json_each(@list))`,
  );
  const dropSetting = database.prepare<{ pk: number; user_pk: number; key: string }>(
    `UPDATE preferences SET value = json_remove(value, ${memberOf('@pk')})
     WHERE user_pk = @user_pk AND key = @key`,
  );

  const remember = database.prepare<Between & { what: string }>(
    'UPDATE series SET merged_into = @into, handed_over = @what WHERE pk = @from',
  );
  const merged = database.prepare<[number], { merged_into: number; handed_over: string }>(
    'SELECT merged_into, handed_over FROM series WHERE pk = ? AND merged_into IS NOT NULL',
  );
  const forget = database.prepare<[number]>(
    'UPDATE series SET merged_into = NULL, handed_over = NULL WHERE pk = ?',
  );
  const parted = database
    .prepare<[number], number>(
      'SELECT pk FROM series WHERE merged_into IS NOT NULL AND book_count > 0 AND library_pk = ?',
    )
    .pluck();

  return {
    /**
     * Adds what only `from` had to `into`; the transfer is recorded so that `part` can reverse it.
     */
    merge: (from: number, into: number): void => {
      const what: Inheritance = {
        collections: collections.all({ from, into }),
        wanted: wanted.all({ from, into }),
        tracking: tracking.run({ from, into }).changes > 0,
        releases: releases.all({ from, into }),
        settings: settings.all({ from, into }),
      };
      remember.run({ from, into, what: JSON.stringify(what) });
    },
    /** The series that this one was merged into. */
    mergedInto: (pk: number): number | undefined => merged.get(pk)?.merged_into,
    /** Separates a merged series again: reverses the transfer. */
    part: (from: number): void => {
      const row = merged.get(from);
      if (!row) return;
      const { merged_into: into } = row;
      const what = JSON.parse(row.handed_over) as Inheritance;
      leaveCollections.run({ pk: into, list: JSON.stringify(what.collections) });
      leaveWanted.run({ pk: into, list: JSON.stringify(what.wanted) });
      if (what.tracking) endTracking.run(into);
      giveReleases.run({ from, into, list: JSON.stringify(what.releases) });
      for (const setting of what.settings) dropSetting.run({ pk: into, ...setting });
      forget.run(from);
    },
    /** Merged series of a library that have books again. */
    parted: (libraryPk: number): number[] => parted.all(libraryPk),
  };
};
