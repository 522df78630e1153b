import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import {
  listSettingHistory,
  listSettings,
  resetSetting,
  updateSetting,
  type Setting,
} from '../../../../shared/api/settings.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';

export const serverSettingsQuery = () =>
  queryOptions({
    queryKey: ['server-settings'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(listSettings, { query: { pageSize: maxPageSize }, signal });
      return new Map(data.map((setting) => [setting.key, setting]));
    },
  });

export const settingHistoryQuery = (key: string) =>
  queryOptions({
    queryKey: ['server-settings', 'history', key],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listSettingHistory, { params: { key }, query: { pageSize: 20 }, signal }),
  });

/** Undefined resets to the default. */
export type NewValue = Setting['value'] | undefined;

/** Changes a setting on the server and in the cache. */
export const useChangeSetting = (key: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: NewValue) =>
      value === undefined
        ? api.call(resetSetting, { params: { key }, body: {} })
        : api.call(updateSetting, { params: { key }, body: { value } }),
    onSuccess: (setting) => {
      client.setQueryData(serverSettingsQuery().queryKey, (known) =>
        known === undefined ? known : new Map(known).set(key, setting),
      );
      void client.invalidateQueries({ queryKey: settingHistoryQuery(key).queryKey });
    },
  });
};
