import type { Database } from '../../database/types.ts';

/** The labels and the age rating that a series got from another one. */
export interface InheritedLimits {
  labels: string[];
  /** A rating that was set by hand on the other series; null if it changed nothing here. */
  rating: { before: number | null; after: number; was_locked: boolean } | null;
}

interface Between {
  source: number;
  target: number;
}

const isLocked = (alias: string) =>
  `EXISTS (SELECT 1 FROM json_each(${alias}.locked_fields) WHERE value = 'age_rating')`;

/**
 * Labels and ratings set by hand, which content restrictions compare besides the values of files:
 * books stay hidden when they come to another series. Runs inside one transaction of the caller.
 */
export const createInheritedLimits = (database: Database) => {
  const labelsOf = database
    .prepare<Between, string>(
      `SELECT given.value FROM series s CROSS JOIN json_each(s.labels) given
       WHERE s.pk = @source AND given.value NOT IN (
         SELECT value FROM json_each((SELECT labels FROM series WHERE pk = @target)))`,
    )
    .pluck();
  const addLabels = database.prepare<{ pk: number; list: string }>(
    `UPDATE series SET labels = (SELECT json_group_array(value) FROM (
       SELECT value FROM json_each(series.labels) UNION ALL SELECT value FROM json_each(@list)))
     WHERE pk = @pk`,
  );
  const removeLabels = database.prepare<{ pk: number; list: string }>(
    `UPDATE series SET labels = (SELECT json_group_array(value) FROM json_each(series.labels)
       WHERE value NOT IN (SELECT value FROM json_each(@list)))
     WHERE pk = @pk`,
  );
  const rating = database.prepare<
    Between,
    { before: number | null; after: number; was_locked: number }
  >(
    `SELECT t.age_rating AS before, s.age_rating AS after, ${isLocked('t')} AS was_locked
     FROM series s, series t
     WHERE s.pk = @source AND t.pk = @target AND ${isLocked('s')}
       AND s.age_rating > coalesce(t.age_rating, -1)`,
  );
  const raise = database.prepare<{ pk: number; after: number }>(
    `UPDATE series SET age_rating = @after,
       file_values = iif(${isLocked('series')}, file_values,
         json_set(file_values, '$.age_rating', age_rating)),
       locked_fields = iif(${isLocked('series')}, locked_fields,
         json_insert(locked_fields, '$[#]', 'age_rating'))
     WHERE pk = @pk`,
  );
  const lower = database.prepare<{ pk: number; before: number | null; after: number }>(
    'UPDATE series SET age_rating = @before WHERE pk = @pk AND age_rating = @after',
  );
  const unlock = database.prepare<{ pk: number; after: number }>(
    `UPDATE series SET age_rating = file_values ->> 'age_rating',
       file_values = json_remove(file_values, '$.age_rating'),
       locked_fields = (SELECT json_group_array(value) FROM json_each(series.locked_fields)
         WHERE value <> 'age_rating')
     WHERE pk = @pk AND age_rating = @after AND ${isLocked('series')}`,
  );

  return {
    /** Adds to a series the labels and the higher rating of another one. */
    apply: (source: number, target: number): InheritedLimits => {
      const labels = labelsOf.all({ source, target });
      if (labels.length > 0) addLabels.run({ pk: target, list: JSON.stringify(labels) });
      const higher = rating.get({ source, target });
      if (higher) raise.run({ pk: target, after: higher.after });
      return { labels, rating: higher ? { ...higher, was_locked: higher.was_locked === 1 } : null };
    },
    /** Removes them again, unless somebody has changed them since. */
    undo: (pk: number, { labels, rating: given }: InheritedLimits): void => {
      if (labels.length > 0) removeLabels.run({ pk, list: JSON.stringify(labels) });
      if (!given) return;
      const { before, after } = given;
      if (given.was_locked) lower.run({ pk, before, after });
      else unlock.run({ pk, after });
    },
  };
};
