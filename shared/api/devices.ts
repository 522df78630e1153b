import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissionName, permissions } from '../permissions.ts';
import { byId, line, listQuery, timestamp, uuid } from '../schemas.ts';

export const deviceKinds = ['phone', 'tablet', 'computer', 'e-reader', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceName = line(100);

export const deviceSchema = z
  .object({
    id: uuid,
    name: z.string(),
    kind: z.enum(deviceKinds).describe('Derived from the browser’s user agent at pairing'),
    app: z.string().nullable().describe('The browser or program that was paired'),
    user_id: uuid.describe('Whose it is'),
    username: z.string(),
    key_prefix: z.string().describe('Of its API key, which `/api-keys` lists as well'),
    permissions: z.array(z.enum(permissions)),
    apps_can_change: z
      .boolean()
      .describe('Whether reader apps with its key can change the library, if permitted'),
    last_seen_at: timestamp.nullable().describe('Accurate to a minute'),
    last_address: z.string().nullable().describe('The network address when it was last seen'),
    last_book: z.object({ id: uuid, title: z.string() }).nullable(),
    is_kobo: z.boolean().describe('Whether it syncs as a Kobo e-reader'),
    created_at: timestamp,
  })
  .meta({ id: 'Device' });
export type Device = z.infer<typeof deviceSchema>;

const tag = 'Devices';

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/devices',
  access: ['api-keys-read'],
  tag,
  summary: 'Lists paired devices',
  description: 'Your own; with the permission system-admin, those of everyone.',
  query: listQuery(['name', 'last_seen_at', 'created_at'], 'last_seen_at,desc', {
    user_id: uuid.optional().describe('Only those of this user'),
  }),
  list: deviceSchema,
});

export const updateDevice = endpoint({
  id: 'updateDevice',
  method: 'PUT',
  path: '/devices/{id}',
  access: ['api-keys-write'],
  tag,
  summary: 'Renames a device, or changes its permissions',
  description:
    'Permissions apply from its next request on, and at once to its open streams. 403 for a permission that the caller does not have.',
  params: byId,
  body: z.object({
    name: deviceName.optional(),
    permissions: z.array(permissionName).min(1).max(100).optional(),
    apps_can_change: z.boolean().optional(),
  }),
  response: deviceSchema,
  errors: ['NotFound'],
});

export const deleteDevice = endpoint({
  id: 'deleteDevice',
  method: 'DELETE',
  path: '/devices/{id}',
  access: ['api-keys-delete'],
  tag,
  summary: 'Revokes a device at once',
  description: 'Its API key, the sessions of its browser and its open streams end.',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});
