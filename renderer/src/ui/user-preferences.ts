import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { listPreferences, setPreference } from '../../../shared/api/preferences.ts';
import { maxPageSize } from '../../../shared/limits.ts';
import type { Check } from './checks.ts';
import { reportFailure } from './feedback/notify.ts';
import { api } from '../api/client.ts';
import { useUser } from '../api/session-store.ts';
import { readToken } from '../api/token.ts';

/** A preference that syncs across the user's devices, stored on the server as `client.octavo.…`. */
export interface ClientPreference<Value> {
  key: string;
  /** A stored value that does not match, e.g. of another version, counts as unset. */
  check: Check<Value>;
  initial: Value;
}

export const clientPreference = <Value>(
  name: string,
  check: Check<Value>,
  initial: Value,
): ClientPreference<Value> => ({ key: `client.octavo.${name}`, check, initial });

type Values = Readonly<Record<string, unknown>>;

/**
 * Local copy, so that the first render already uses the user's preferences. It is of one session, because the next one
 * on this device may be somebody else's.
 */
const preferencesCopyKey = 'octavo.user-preferences';

const readCopy = (): Values | undefined => {
  const copy = JSON.parse(localStorage.getItem(preferencesCopyKey) ?? '{}') as {
    token?: string;
    values?: Values;
  };
  return copy.token === readToken() ? copy.values : undefined;
};

const writeCopy = (values: Values): void => {
  localStorage.setItem(preferencesCopyKey, JSON.stringify({ token: readToken(), values }));
};

export const clearPreferencesCopy = (): void => localStorage.removeItem(preferencesCopyKey);

export const userPreferencesQuery = queryOptions<Values>({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => {
    const { data } = await api.call(listPreferences, { query: { pageSize: maxPageSize }, signal });
    const values = Object.fromEntries(data.map(({ key, value }) => [key, value]));
    writeCopy(values);
    return values;
  },
  placeholderData: readCopy,
});

/** The preference and its setter, which updates optimistically and then saves on the server. */
export const useUserPreference = <Value>({
  key,
  check,
  initial,
}: ClientPreference<Value>): [Value, (value: Value) => Promise<void>] => {
  const client = useQueryClient();
  const select = useCallback(
    (values: Values) => check(values[key]) ?? initial,
    [key, check, initial],
  );
  const enabled = useUser() !== null;
  const { data: value = initial } = useQuery({ ...userPreferencesQuery, select, enabled });
  const change = useCallback(
    async (next: Value) => {
      const { queryKey } = userPreferencesQuery;
      await client.cancelQueries({ queryKey });
      const values = { ...(client.getQueryData(queryKey) ?? readCopy()), [key]: next };
      client.setQueryData(queryKey, values);
      writeCopy(values);
      try {
        await api.call(setPreference, { params: { key }, body: { value: next } });
      } catch (error) {
        reportFailure(error);
        await client.invalidateQueries({ queryKey });
      }
    },
    [client, key],
  );
  return [value, change];
};
