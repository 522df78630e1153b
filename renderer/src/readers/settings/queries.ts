import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  listPreferences,
  resetPreference,
  setPreference,
} from '../../../../shared/api/preferences.ts';
import { AppError } from '../../../../shared/errors.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import type { PreferenceChange, PreferenceMap } from './stored-choices.ts';
import { createChoicesWriter } from './writer.ts';

/** All preferences of the signed-in user. */
const readPreferences = async (signal?: AbortSignal): Promise<PreferenceMap> => {
  const found: Record<string, unknown> = {};
  for (let page = 1; ; page++) {
    const query = { page, pageSize: maxPageSize };
    const list = await api.call(listPreferences, { query, ...(signal ? { signal } : {}) });
    for (const { key, value } of list.data) found[key] = value;
    if (list.links.next === null || list.data.length === 0) return found;
  }
};

const writePreference = async (
  { key, value }: PreferenceChange,
  keepalive: boolean,
): Promise<void> => {
  const params = { key };
  if (value === undefined) await api.call(resetPreference, { params, keepalive });
  else await api.call(setPreference, { params, body: { value }, keepalive });
};

/** Writer shared by all readers of this page. */
export const choicesWriter = createChoicesWriter({
  read: () => readPreferences(),
  write: writePreference,
  isPassing: (error) => !(error instanceof AppError) || error.status >= 500 || error.status === 429,
  onRefused: reportFailure,
  // While the server cannot be reached, the page says so.
  onDelayed: (error) => {
    if (error instanceof AppError) showToast(i18next.t('reader:settingsDelayed'));
  },
});

export const preferencesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['preferences', userId],
    queryFn: async ({ signal }) => {
      // Flush pending writes first, so that the response is not older than they are.
      await choicesWriter.flush();
      const preferences = await readPreferences(signal);
      choicesWriter.learn(preferences);
      return preferences;
    },
    // Another device may have changed settings since.
    staleTime: 30_000,
    retry: false,
  });
