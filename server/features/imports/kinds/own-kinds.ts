import { filterBooksBody, filterSeriesBody } from '../../../../shared/api/filter-bodies.ts';
import { maxSmartLists, smartListSchema } from '../../../../shared/api/smart-lists.ts';
import type { Database } from '../../../database/types.ts';
import { naturalKey, sortTitle } from '../../../text/natural.ts';
import { validPreference } from '../../preferences/service.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { idHere, keyOfPerson, missingMatch, stateOnly, toMs, type KindWriter } from './kind.ts';

interface KindsOptions {
  database: Database;
  journal: Journal;
}

export const createGoalKind = ({ journal }: KindsOptions): KindWriter<'goal'> => {
  const keyOf = (userPk: number, { year, goal }: RecordOf<'goal'>) => [userPk, year, goal];
  const stateOf = (record: RecordOf<'goal'>, userPk: number) => {
    const here = journal.read('reading_goals', keyOf(userPk, record));
    if (!here) return 'new';
    return here['target'] === record.target ? 'present' : 'conflict';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      if (person === 'skipped') return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person));
    },
    write(record, targets, { importPk, wins }) {
      const userPk = keyOfPerson(targets, record.person);
      if (userPk === null) return undefined;
      const state = stateOf(record, userPk);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const { target } = record;
      journal.write(importPk, 'reading_goals', keyOf(userPk, record), { target });
      return null;
    },
  };
};

export const createFollowedKind = ({ journal }: KindsOptions): KindWriter<'followed'> => {
  const isHere = (userPk: number, seriesPk: number): boolean =>
    journal.read('followed_series', [userPk, seriesPk]) !== undefined;
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const series = targets.series(record.series);
      if (person === 'skipped' || !series) return missingMatch;
      return stateOnly(person !== 'new' && isHere(person, series.pk) ? 'present' : 'new');
    },
    write(record, targets, { importPk }) {
      const userPk = keyOfPerson(targets, record.person);
      const series = targets.series(record.series);
      if (userPk === null || !series || isHere(userPk, series.pk)) return undefined;
      journal.write(importPk, 'followed_series', [userPk, series.pk], {
        followed_at: toMs(record.followed_at),
      });
      return null;
    },
  };
};

export const createPreferenceKind = ({ journal }: KindsOptions): KindWriter<'preference'> => {
  const stateOf = ({ key, value, updated_at }: RecordOf<'preference'>, userPk: number) => {
    const here = journal.read('preferences', [userPk, key]);
    if (!here) return 'new';
    if (here['value'] === JSON.stringify(value)) return 'present';
    return String(here['updated_at']) > toMs(updated_at) ? 'conflict' : 'matched';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      if (person === 'skipped' || !validPreference(record.key, record.value)) return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person));
    },
    write(record, targets, { importPk, wins }) {
      const userPk = keyOfPerson(targets, record.person);
      if (userPk === null || !validPreference(record.key, record.value)) return undefined;
      const state = stateOf(record, userPk);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      journal.write(importPk, 'preferences', [userPk, record.key], {
        value: JSON.stringify(record.value),
        updated_at: toMs(record.updated_at),
      });
      return null;
    },
  };
};

/** Finds a smart list by its id, or by its name among those of the person. */
export const createSmartListKind = ({
  database,
  journal,
}: KindsOptions): KindWriter<'smart_list'> => {
  const known = database.prepare<
    { user_pk: number; id: string; name: string },
    { id: string; updated_at: string }
  >(
    `SELECT id, updated_at FROM smart_lists WHERE user_pk = @user_pk AND (id = @id OR name = @name)
     ORDER BY id = @id DESC LIMIT 1`,
  );
  const count = database
    .prepare<[number], number>('SELECT count(*) FROM smart_lists WHERE user_pk = ?')
    .pluck();
  const isTaken = (id: string) => journal.read('smart_lists', [id]) !== undefined;
  const existingOf = ({ id, name }: RecordOf<'smart_list'>, user_pk: number) =>
    known.get({ user_pk, id, name });
  const stateOf = (record: RecordOf<'smart_list'>, userPk: number) => {
    const here = existingOf(record, userPk);
    if (!here) return 'new';
    const changed = toMs(record.updated_at);
    if (here.updated_at === changed) return 'present';
    return here.updated_at > changed ? 'conflict' : 'matched';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      if (person === 'skipped') return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person));
    },
    write(record, targets, { importPk, wins }) {
      const userPk = keyOfPerson(targets, record.person);
      if (userPk === null) return undefined;
      const state = stateOf(record, userPk);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const here = existingOf(record, userPk);
      if (!here && (count.get(userPk) ?? 0) >= maxSmartLists) return undefined;
      const filter = filterHere(record, targets);
      if (filter === null) return undefined;
      const id = here?.id ?? idHere(record.id, isTaken);
      const { name, target, full_text_search, sort } = record;
      journal.write(importPk, 'smart_lists', [id], {
        ...{ user_pk: userPk, name, target, full_text_search, shared: Number(record.is_shared) },
        sort_key: naturalKey(sortTitle(name)),
        condition: filter.condition,
        ...{ sort_field: sort.field, sort_direction: sort.direction },
        created_at: toMs(record.created_at),
        updated_at: toMs(record.updated_at),
      });
      return null;
    },
  };
};

/** The filter in its stored form, with the ids of this server; null for an unsupported one. */
const filterHere = (
  { target, condition, full_text_search, sort }: RecordOf<'smart_list'>,
  targets: Targets,
): { condition: string | null } | null => {
  const mapped = condition && conditionHere(condition, targets);
  const body = target === 'series' ? filterSeriesBody : filterBooksBody;
  const given = {
    ...(mapped === null ? {} : { condition: mapped }),
    ...(full_text_search === null ? {} : { fullTextSearch: full_text_search }),
  };
  const isKnown =
    body.safeParse(given).success && smartListSchema.shape.sort.safeParse(sort).success;
  return isKnown ? { condition: mapped === null ? null : JSON.stringify(mapped) } : null;
};

/** Replaces the ids of libraries and series by those of this server; unknown ones stay and match nothing. */
export const conditionHere = (condition: unknown, targets: Targets): unknown => {
  if (Array.isArray(condition)) return condition.map((part) => conditionHere(part, targets));
  if (typeof condition !== 'object' || condition === null) return condition;
  return Object.fromEntries(
    Object.entries(condition).map(([field, part]: [string, unknown]) => {
      const isLeaf = field === 'libraryId' || field === 'seriesId';
      if (!isLeaf) return [field, conditionHere(part, targets)];
      const { value, ...test } = part as { value?: unknown };
      if (typeof value !== 'string') return [field, part];
      const id = field === 'libraryId' ? targets.library(value) : targets.series(value)?.id;
      return [field, { ...test, value: id ?? value }];
    }),
  );
};
