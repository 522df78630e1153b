import { z } from 'zod';

import type { listSettings, Setting, SettingChange } from '../../../shared/api/settings.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import { ascending } from '../../text/natural.ts';
import {
  definitions,
  isSettingKey,
  settingKeys,
  type SettingKey,
  type SettingValue,
} from './definitions.ts';
import type { HistoryQuery, SettingsStore } from './store.ts';

const mask = '********';

/** Read access to the settings: values are read on each use, so that changes need no restart. */
export interface Settings {
  get<Key extends SettingKey>(key: Key): SettingValue<Key>;
  /** Calls the listener with each new value; returns an unsubscribe function. */
  onChange<Key extends SettingKey>(
    key: Key,
    listener: (value: SettingValue<Key>) => void,
  ): () => void;
}

/** The author and the reason of a change. */
export interface ChangeNote {
  by: string;
  reason: string | null;
}

export interface SettingUpdate {
  key: string;
  value: unknown;
  /** Path of the value in the request, for error messages: `body.updates.0.value`. */
  path: string;
}

export interface SettingsService extends Settings {
  list(query: EndpointParsed<typeof listSettings>['query']): ListPage<Setting>;
  find(key: string): Setting;
  /** Atomic. Throws NotFound for an unknown key and BadRequest for an invalid value. */
  update(updates: readonly SettingUpdate[], note: ChangeNote): void;
  reset(key: string, note: ChangeNote): void;
  history(key: string, query: HistoryQuery): ListPage<SettingChange>;
}

interface Stored {
  value: SettingValue;
  updated_at: string;
  updated_by: string;
}

/** Caches all values in memory: a read costs one map lookup. */
export const createSettingsService = ({
  store,
  clock,
  problems = {},
  fixed = {},
}: {
  store: SettingsStore;
  clock: () => Date;
  /**
   * Additional validation beyond the type, for example of a folder that is in use; returns a
   * message.
   */
  problems?: Partial<Record<SettingKey, (value: SettingValue) => string | null>>;
  /** Values that the configuration of the server sets; they cannot be changed here. */
  fixed?: Partial<Record<SettingKey, SettingValue>>;
}): SettingsService => {
  const stored = load(store);
  const listeners = new Map<SettingKey, Set<(value: never) => void>>();
  const current = (key: SettingKey): SettingValue =>
    fixed[key] ?? stored.get(key)?.value ?? definitions[key].default;

  const record = (key: SettingKey): Setting => {
    const { is_sensitive, description, default: default_value, schema } = definitions[key];
    const { updated_at = null, updated_by = null } = stored.get(key) ?? {};
    return {
      key,
      value: is_sensitive ? mask : current(key),
      default_value,
      value_type: z.toJSONSchema(schema).type as Setting['value_type'],
      category: categoryOf(key),
      description,
      is_sensitive,
      by_configuration: fixed[key] !== undefined,
      updated_at,
      updated_by,
    };
  };

  /**
   * Writes the database, then the cache, then notifies, so that listeners never see a change that
   * was rolled back.
   */
  const apply = (changes: ReadonlyMap<SettingKey, SettingValue | null>, note: ChangeNote) => {
    const time = clock().toISOString();
    store.transaction(() => {
      for (const [key, value] of changes) {
        if (value === null) store.remove(key);
        else
          store.save({ key, value: JSON.stringify(value), updated_at: time, updated_by: note.by });
        const shown = (shownValue: SettingValue) =>
          JSON.stringify(definitions[key].is_sensitive ? mask : shownValue);
        store.insertChange({
          id: newId(),
          key,
          old_value: shown(current(key)),
          new_value: shown(value ?? definitions[key].default),
          changed_by: note.by,
          changed_at: time,
          change_reason: note.reason,
        });
      }
    });
    for (const [key, value] of changes) {
      if (value === null) stored.delete(key);
      else stored.set(key, { value, updated_at: time, updated_by: note.by });
    }
    for (const key of changes.keys()) {
      for (const listener of listeners.get(key) ?? []) listener(current(key) as never);
    }
  };

  return {
    get: <Key extends SettingKey>(key: Key) => current(key),
    onChange(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => own.delete(listener);
    },
    list({ category, ...query }) {
      const all = settingKeys
        .filter((key) => category === undefined || categoryOf(key) === category)
        .map(record);
      const { field } = query.sort;
      return sortedPage(
        all,
        query,
        (a, b) => ascending(a[field] ?? '', b[field] ?? '') || ascending(a.key, b.key),
      );
    },
    find: (key) => record(known(key)),
    update(updates, note) {
      const changes = new Map<SettingKey, SettingValue>();
      for (const { key: given, value, path } of updates) {
        const key = known(given);
        if (definitions[key].is_sensitive && value === mask) continue;
        const valid = parse(key, value, path);
        const problem =
          valid === current(key)
            ? null
            : fixed[key] === undefined
              ? (problems[key]?.(valid) ?? null)
              : setByConfiguration;

        if (problem !== null) throw badValue(key, problem, path);
        if (valid === current(key)) changes.delete(key);
        else changes.set(key, valid);
      }
      apply(changes, note);
    },
    reset(given, note) {
      const key = known(given);
      if (stored.has(key) && fixed[key] === undefined) apply(new Map([[key, null]]), note);
    },
    history: (key, query) => store.history(known(key), query),
  };
};

const setByConfiguration =
  'The configuration of the server sets this: config.yaml, the environment or an option. Change it there.';

const categoryOf = (key: SettingKey) => key.slice(0, key.indexOf('.'));

const known = (key: string): SettingKey => {
  if (!isSettingKey(key)) throw notFound('Setting', key);
  return key;
};

const parse = (key: SettingKey, value: unknown, path: string): SettingValue => {
  const result = definitions[key].schema.safeParse(value);
  if (result.success) return result.data;
  throw badValue(key, result.error.issues[0]?.message ?? 'Invalid value', path);
};

const badValue = (key: SettingKey, message: string, path: string): AppError =>
  new AppError('BadRequest', `${key}: ${message}`, { details: [{ path, message }] });

/** Loads the known, valid values; a value of another version falls back to the default. */
const load = (store: SettingsStore): Map<SettingKey, Stored> => {
  const stored = new Map<SettingKey, Stored>();
  for (const { key, value, ...rest } of store.all()) {
    if (!isSettingKey(key)) continue;
    const { success, data } = definitions[key].schema.safeParse(JSON.parse(value));
    if (success) stored.set(key, { value: data, ...rest });
  }
  return stored;
};
