import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { listQuery, timestamp, uuid } from '../schemas.ts';

const settingValue = z.union([z.string(), z.number(), z.boolean()]);

export const settingSchema = z
  .object({
    key: z.string(),
    value: settingValue.describe('Sensitive values read as "********"'),
    default_value: settingValue,
    value_type: z.enum(['string', 'integer', 'number', 'boolean']),
    category: z.string(),
    description: z.string(),
    is_sensitive: z.boolean(),
    by_configuration: z
      .boolean()
      .describe('Set by the configuration of the server, so it cannot be changed here'),
    updated_at: timestamp.nullable().describe('Null while the default applies'),
    updated_by: z.string().nullable().describe('Name of the user who changed it last'),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof settingSchema>;

export const settingChangeSchema = z
  .object({
    id: uuid,
    key: z.string(),
    old_value: settingValue,
    new_value: settingValue,
    changed_by: z.string(),
    changed_at: timestamp,
    change_reason: z.string().nullable(),
  })
  .meta({ id: 'SettingChange' });
export type SettingChange = z.infer<typeof settingChangeSchema>;

const key = z.string().max(100);
const byKey = z.object({ key: key.describe('For example `auth.token_ttl_seconds`') });
const change_reason = z.string().trim().max(1000).nullish().describe('Kept in the history');
const value = z
  .union(
    [
      z.string().max(65_536),
      z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
      z.boolean(),
    ],
    { error: 'Expected a text, a number, true or false' },
  )
  .describe('A value of the setting’s type');

const tag = 'Settings';
const access = ['system-admin'] as const;

export const listSettings = endpoint({
  id: 'listSettings',
  method: 'GET',
  path: '/admin/settings',
  access,
  tag,
  summary: 'Lists settings',
  query: listQuery(['key', 'category', 'updated_at'], 'key,asc', {
    category: z.string().max(100).optional().describe('Only the settings of this category'),
  }),
  list: settingSchema,
});

export const updateSettings = endpoint({
  id: 'updateSettings',
  method: 'POST',
  path: '/admin/settings/bulk',
  access,
  tag,
  summary: 'Updates several settings, all or nothing',
  body: z.object({
    updates: z.array(z.object({ key, value })).min(1).max(100),
    change_reason,
  }),
  response: z.object({ data: z.array(settingSchema) }),
  errors: ['NotFound'],
});

export const getSetting = endpoint({
  id: 'getSetting',
  method: 'GET',
  path: '/admin/settings/{key}',
  access,
  tag,
  summary: 'One setting',
  params: byKey,
  response: settingSchema,
  errors: ['NotFound'],
});

export const updateSetting = endpoint({
  id: 'updateSetting',
  method: 'PUT',
  path: '/admin/settings/{key}',
  access,
  tag,
  summary: 'Updates a setting; it takes effect at once',
  description: 'Sending "********" for a sensitive setting leaves it as it is.',
  params: byKey,
  body: z.object({ value, change_reason }),
  response: settingSchema,
  errors: ['NotFound'],
});

export const resetSetting = endpoint({
  id: 'resetSetting',
  method: 'POST',
  path: '/admin/settings/{key}/reset',
  access,
  tag,
  summary: 'Resets a setting to its default',
  params: byKey,
  body: z.object({ change_reason }),
  response: settingSchema,
  errors: ['NotFound'],
});

export const listSettingHistory = endpoint({
  id: 'listSettingHistory',
  method: 'GET',
  path: '/admin/settings/{key}/history',
  access,
  tag,
  summary: 'Change history of a setting',
  params: byKey,
  query: listQuery(['changed_at'], 'changed_at,desc'),
  list: settingChangeSchema,
  errors: ['NotFound'],
});
