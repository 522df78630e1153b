import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { listQuery, timestamp } from '../schemas.ts';

const anyJson = z.unknown().meta({ description: 'JSON of the type of the key', maxLength: 65_536 });

export const preferenceSchema = z
  .object({
    key: z.string(),
    value: anyJson,
    default_value: anyJson,
    is_default: z.boolean(),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'Preference' });
export type Preference = z.infer<typeof preferenceSchema>;

const byKey = z.object({
  key: z
    .string()
    .max(255)
    .describe('A known key such as `theme`, or `client.` and a name of your own'),
});
const tag = 'User preferences';

export const listPreferences = endpoint({
  id: 'listPreferences',
  method: 'GET',
  path: '/user/preferences',
  access: 'signed-in',
  tag,
  summary: 'Lists all preferences',
  description:
    'Every known key, with its default if it was not set, and the caller’s `client.` keys.',
  query: listQuery(['key', 'updated_at'], 'key,asc'),
  list: preferenceSchema,
});

export const setPreference = endpoint({
  id: 'setPreference',
  method: 'PUT',
  path: '/user/preferences/{key}',
  access: 'signed-in',
  tag,
  summary: 'Sets a preference',
  description: 'A `client.` key can have any JSON value of at most 64 KiB.',
  params: byKey,
  body: z.object({
    value: anyJson.refine((value) => value !== undefined, { error: 'Say what the value is' }),
  }),
  response: preferenceSchema,
  errors: ['NotFound', 'Conflict', 'PayloadTooLarge'],
});

export const resetPreference = endpoint({
  id: 'resetPreference',
  method: 'DELETE',
  path: '/user/preferences/{key}',
  access: 'signed-in',
  tag,
  summary: 'Resets to default',
  params: byKey,
  status: 204,
  errors: ['NotFound'],
});

/** All endpoints of this file. */
export const preferenceEndpoints = [listPreferences, setPreference, resetPreference] as const;
