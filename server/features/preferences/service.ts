import type { listPreferences, Preference } from '../../../shared/api/preferences.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { preferenceKeys, preferences, type PreferenceKey } from '../../../shared/preferences.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import { ascending } from '../../text/natural.ts';
import type { PreferenceRow, PreferencesStore } from './store.ts';

const maxClientBytes = 64 * 1024;
const maxClientKeys = 500;
const clientKey = /^client\.[\w.-]{1,120}$/;

export interface PreferencesService {
  list(
    userPk: number,
    query: EndpointParsed<typeof listPreferences>['query'],
  ): ListPage<Preference>;
  /** Throws NotFound for an unknown key and BadRequest for an invalid value. */
  set(userPk: number, key: string, value: unknown): Preference;
  reset(userPk: number, key: string): void;
}

export const createPreferencesService = ({
  store,
  clock,
}: {
  store: PreferencesStore;
  clock: () => Date;
}): PreferencesService => ({
  list(userPk, query) {
    const rows = new Map(store.all(userPk).map((row) => [row.key, row]));
    const clients = [...rows.keys()].filter((key) => clientKey.test(key));
    const all = [...preferenceKeys, ...clients].map((key) => record(key, rows.get(key)));
    const { field } = query.sort;
    return sortedPage(
      all,
      query,
      (a, b) => ascending(a[field] ?? '', b[field] ?? '') || ascending(a.key, b.key),
    );
  },
  set(userPk, key, value) {
    const valid = isKnown(key) ? parseKnown(key, value) : value;
    const row = { key, value: JSON.stringify(valid), updated_at: clock().toISOString() };
    if (!isKnown(key)) {
      requireClientKey(key);
      if (Buffer.byteLength(row.value) > maxClientBytes) {
        throw new AppError(
          'PayloadTooLarge',
          `${key} would be larger than ${maxClientBytes} bytes`,
        );
      }
      if (store.otherClientKeys(userPk, key) >= maxClientKeys) {
        throw new AppError('Conflict', `There are ${maxClientKeys} client keys already`);
      }
    }
    store.save(userPk, row);
    return record(key, row);
  },
  reset(userPk, key) {
    if (!isKnown(key)) requireClientKey(key);
    store.remove(userPk, key);
  },
});

/** Whether a preference of another server can be kept here. */
export const validPreference = (key: string, value: unknown): boolean =>
  isKnown(key)
    ? preferences[key].schema.safeParse(value).success
    : clientKey.test(key) && JSON.stringify(value ?? null).length <= maxClientBytes;

const isKnown = (key: string): key is PreferenceKey => Object.hasOwn(preferences, key);

const requireClientKey = (key: string): void => {
  if (!clientKey.test(key)) throw notFound('Preference', key);
};

const parseKnown = (key: PreferenceKey, value: unknown): unknown => {
  const result = preferences[key].schema.safeParse(value);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? 'Invalid value';
  throw new AppError('BadRequest', `${key}: ${message}`, {
    details: [{ path: 'body.value', message }],
  });
};

/** The stored value, or the default if another version left an invalid one. */
const record = (key: string, row: PreferenceRow | undefined): Preference => {
  const default_value = isKnown(key) ? preferences[key].default : null;
  const stored: unknown = row && JSON.parse(row.value);
  if (!row || (isKnown(key) && !preferences[key].schema.safeParse(stored).success)) {
    return { key, value: default_value, default_value, is_default: true, updated_at: null };
  }
  return {
    key,
    value: stored,
    default_value,
    is_default: isKnown(key) && row.value === JSON.stringify(default_value),
    updated_at: row.updated_at,
  };
};
