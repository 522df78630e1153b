import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissionName } from '../permissions.ts';
import { byId, timestamp, uuid } from '../schemas.ts';
import { deviceName, deviceSchema } from './devices.ts';

const chosenIds = z.array(uuid).max(100);

export const koboChoiceSchema = z
  .object({
    want_to_read: z.boolean().describe('Unfinished books of Want to read, also of series on it'),
    in_progress: z.boolean().describe('Books in progress, and the next ones of series'),
    library_ids: chosenIds.describe('All books of these libraries'),
    collection_ids: chosenIds.describe('The device shows them as collections'),
    read_list_ids: chosenIds.describe('The device shows them as collections'),
  })
  .meta({ id: 'KoboChoice' });
export type KoboChoice = z.infer<typeof koboChoiceSchema>;

export const koboSchema = z
  .object({
    choice: koboChoiceSchema,
    synced_at: timestamp.nullable().describe('When it was last told everything'),
    book_count: z.int().describe('Books that it was sent'),
    deleted_books: z
      .array(z.object({ id: uuid, title: z.string(), deleted_at: timestamp }))
      .describe('Books that were deleted on it, the latest 100; they are not sent again'),
  })
  .meta({ id: 'Kobo' });
export type Kobo = z.infer<typeof koboSchema>;

export const createdKoboSchema = z
  .object({
    device: deviceSchema,
    urls: z
      .array(z.string())
      .describe(
        'Values for `api_endpoint` in the configuration of the device, the likeliest first; they contain its key, and only this response contains them',
      ),
  })
  .meta({ id: 'CreatedKobo' });
export type CreatedKobo = z.infer<typeof createdKoboSchema>;

const tag = 'Devices';

export const createKobo = endpoint({
  id: 'createKobo',
  method: 'POST',
  path: '/kobos',
  access: ['api-keys-write'],
  tag,
  summary: 'Connects a Kobo e-reader',
  description:
    'Creates a device with a key of its own. Neither an API key nor a paired device can do this (403).',
  body: z.object({
    name: deviceName,
    permissions: z.array(permissionName).min(1).max(100).describe('Permissions of the device'),
  }),
  response: createdKoboSchema,
  status: 201,
  errors: ['Conflict'],
});

export const getKobo = endpoint({
  id: 'getKobo',
  method: 'GET',
  path: '/devices/{id}/kobo',
  access: ['api-keys-read'],
  tag,
  summary: 'What one of your Kobo e-readers is sent',
  params: byId,
  response: koboSchema,
  errors: ['NotFound'],
});

export const updateKobo = endpoint({
  id: 'updateKobo',
  method: 'PUT',
  path: '/devices/{id}/kobo',
  access: ['api-keys-write'],
  tag,
  summary: 'Chooses what one of your Kobo e-readers is sent',
  description: 'The next sync sends what is new, and removes the rest from the device.',
  params: byId,
  body: koboChoiceSchema.partial(),
  response: koboSchema,
  errors: ['NotFound'],
});

export const sendKoboAgain = endpoint({
  id: 'sendKoboAgain',
  method: 'POST',
  path: '/devices/{id}/kobo/send-again',
  access: ['api-keys-write'],
  tag,
  summary: 'Sends books to one of your Kobo e-readers again',
  description: 'With the next sync, also if they were deleted on the device.',
  params: byId,
  body: z.object({
    book_ids: z.array(uuid).max(500).optional().describe('Default: all'),
  }),
  status: 204,
  errors: ['NotFound'],
});

/** In the order of the documentation. */
export const koboEndpoints = [createKobo, getKobo, updateKobo, sendKoboAgain];
