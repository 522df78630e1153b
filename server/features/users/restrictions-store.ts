import { jsonBoolean } from '../../database/json.ts';
import { noRestrictions, type Restrictions } from '../../../shared/api/restrictions.ts';
import type { Database } from '../../database/types.ts';

const labelsOf = (allowed: 0 | 1) => `(SELECT json_group_array(label ORDER BY label)
  FROM restricted_labels WHERE user_pk = c.user_pk AND allowed = ${allowed})`;

/** SQL for a user's restrictions as JSON; null for a user who sees everything. */
export const restrictionsJson = (userPk: string): string => `json((SELECT json_object(
    'library_ids', json(iif(c.all_libraries, NULL, (SELECT json_group_array(l.id ORDER BY l.name_key, l.pk)
      FROM allowed_libraries a JOIN libraries l ON l.pk = a.library_pk WHERE a.user_pk = c.user_pk))),
    'max_age', c.max_age, 'shows_unrated', ${jsonBoolean('c.shows_unrated')},
    'allowed_labels', json(${labelsOf(1)}), 'denied_labels', json(${labelsOf(0)}))
  FROM content_restrictions c WHERE c.user_pk = ${userPk}))`;

/** Null for restrictions that hide nothing, because reads of people without any are faster. */
export const effectiveRestrictions = (given: Restrictions | null): Restrictions | null => {
  if (given === null) return null;
  const { library_ids, max_age, allowed_labels, denied_labels } = given;
  const hides =
    library_ids !== null ||
    max_age !== null ||
    allowed_labels.length > 0 ||
    denied_labels.length > 0;
  return hides ? given : null;
};

/** A series as visible under `:restrictions`: the rule of the view `series_allowed`. */
const allowed = `
  (:restrictions ->> 'library_ids' IS NULL OR s.library_pk IN (SELECT l.pk FROM libraries l
    JOIN json_each(:restrictions, '$.library_ids') given ON given.value = l.id))
  AND (:restrictions ->> 'max_age' IS NULL OR iif(s.age_rating IS NULL,
    :restrictions ->> 'shows_unrated', s.age_rating <= :restrictions ->> 'max_age'))
  AND NOT EXISTS (SELECT 1 FROM json_each(s.label_keys) own
    JOIN json_each(:restrictions, '$.denied_labels') given ON search_fold(given.value) = own.value)
  AND (json_array_length(:restrictions, '$.allowed_labels') = 0
    OR EXISTS (SELECT 1 FROM json_each(s.label_keys) own
      JOIN json_each(:restrictions, '$.allowed_labels') given ON search_fold(given.value) = own.value))`;

export const createRestrictionsStore = (database: Database) => {
  const userPk = database.prepare<[string], number>('SELECT pk FROM users WHERE id = ?').pluck();
  const current = database
    .prepare<[number], string | null>(`SELECT ${restrictionsJson('?')}`)
    .pluck();
  const clear = database.prepare<[number]>('DELETE FROM content_restrictions WHERE user_pk = ?');
  const insert = database.prepare(
    `INSERT INTO content_restrictions (user_pk, all_libraries, max_age, shows_unrated, updated_at)
     VALUES (@user_pk, @all_libraries, @max_age, @shows_unrated, @now)`,
  );
  const insertLibraries = database.prepare(
    `INSERT INTO allowed_libraries (user_pk, library_pk)
     SELECT @user_pk, pk FROM libraries WHERE id IN (SELECT value FROM json_each(@ids))`,
  );
  // A label that is both allowed and denied is denied.
  const insertLabels = database.prepare(
    `INSERT INTO restricted_labels (user_pk, label, allowed)
     SELECT @user_pk, value, @allowed FROM json_each(@labels) WHERE true
     ON CONFLICT DO UPDATE SET allowed = min(allowed, excluded.allowed)`,
  );
  const findLibraries = database.prepare(
    `INSERT INTO visible_libraries (user_pk, library_pk)
     SELECT @user_pk, pk FROM libraries
     WHERE @all_libraries OR pk IN (SELECT library_pk FROM allowed_libraries WHERE user_pk = @user_pk)`,
  );
  const findSeries = database.prepare(
    `INSERT INTO visible_series
     SELECT (user_pk << 32) + series_pk FROM series_allowed WHERE user_pk = @user_pk`,
  );
  const unknownLibrary = database
    .prepare<[string], string>(
      'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM libraries) LIMIT 1',
    )
    .pluck();
  const counts = database
    .prepare<[{ restrictions: string }], string>(
      `SELECT json_object('visible_count', count(*) FILTER (WHERE ${allowed}), 'total_count', count(*))
       FROM series s WHERE s.missing_since IS NULL`,
    )
    .pluck();

  return {
    /** Replaces the restrictions of a user, and what is visible by them. In a transaction. */
    replace(userId: string, given: Restrictions | null, now: string): void {
      const user_pk = userPk.get(userId);
      if (user_pk === undefined) return;
      const restrictions = effectiveRestrictions(given);
      if (JSON.stringify(restrictions) === (current.get(user_pk) ?? 'null')) return;
      clear.run(user_pk);
      if (restrictions === null) return;
      const { library_ids, max_age, shows_unrated, allowed_labels, denied_labels } = restrictions;
      const all_libraries = Number(library_ids === null);
      insert.run({ user_pk, all_libraries, max_age, shows_unrated: Number(shows_unrated), now });
      insertLibraries.run({ user_pk, ids: JSON.stringify(library_ids ?? []) });
      insertLabels.run({ user_pk, allowed: 1, labels: JSON.stringify(allowed_labels) });
      insertLabels.run({ user_pk, allowed: 0, labels: JSON.stringify(denied_labels) });
      findLibraries.run({ user_pk, all_libraries });
      findSeries.run({ user_pk });
    },
    /** The first of these ids that no library has. */
    unknownLibrary: (ids: readonly string[]) => unknownLibrary.get(JSON.stringify(ids)),
    /** Counts present series. */
    countVisible(given: Restrictions | null): { visible_count: number; total_count: number } {
      const restrictions = JSON.stringify(given ?? noRestrictions);
      return JSON.parse(counts.get({ restrictions }) ?? '{}') as ReturnType<
        ReturnType<typeof createRestrictionsStore>['countVisible']
      >;
    },
  };
};
