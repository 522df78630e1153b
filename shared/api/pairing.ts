import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissionName, permissions } from '../permissions.ts';
import { byId, timestamp, uuid } from '../schemas.ts';
import { loginResponseSchema } from './auth.ts';
import { deviceName, deviceSchema } from './devices.ts';

export const pairingStates = ['waiting', 'taken', 'expired'] as const;

export const pairingSchema = z
  .object({
    id: uuid,
    state: z.enum(pairingStates),
    user_id: uuid.describe('Whose device it will be'),
    username: z.string(),
    name: z.string().nullable(),
    permissions: z.array(z.enum(permissions)),
    expires_at: timestamp,
    device: deviceSchema.nullable().describe('The device that used it'),
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof pairingSchema>;

export const createdPairingSchema = pairingSchema
  .extend({
    token: z.string().describe('Returned only once; works once, within two minutes'),
    urls: z
      .array(z.string())
      .describe(
        'Addresses at which a device can probably reach the server, the likeliest first, without a trailing slash',
      ),
    link: z
      .string()
      .describe(
        'The content of the code: `<first of urls>/pair#token=…&url=…&url=…` with the other addresses; the fragment stays in the browser',
      ),
    qr: z.string().describe('The link as a QR code, SVG'),
  })
  .meta({ id: 'CreatedPairing' });
export type CreatedPairing = z.infer<typeof createdPairingSchema>;

export const readerAppIds = [
  'mihon',
  'kmreader',
  'paperback',
  'komelia',
  'panels',
  'cantook',
  'koreader-catalogue',
  'koreader-progress',
] as const;

export const readerAppSchema = z
  .object({
    id: z.enum(readerAppIds),
    name: z.string().describe('Programs with these instructions'),
    protocol: z.enum(['komga', 'opds', 'opds2', 'koreader']),
    address: z.string().describe('The server address to enter'),
    username: z.string().nullable().describe('Null if the key alone signs in'),
    secret: z.enum(['password', 'api-key']).describe('Label of the field for the API key'),
    hint: z.string().describe('Where to find it in the program'),
    qr: z.string().describe('The address as a QR code, SVG'),
  })
  .meta({ id: 'ReaderApp' });
export type ReaderApp = z.infer<typeof readerAppSchema>;

export const redeemedPairingSchema = loginResponseSchema
  .extend({
    device: deviceSchema,
    api_key: z.string().describe('The key of the device; only this response contains it'),
    servers: z.array(z.string()).describe('Addresses of the server, the one in use first'),
    apps: z.array(readerAppSchema).describe('How to set up popular reader apps with the key'),
  })
  .meta({ id: 'RedeemedPairing' });
export type RedeemedPairing = z.infer<typeof redeemedPairingSchema>;

const tag = 'Devices';

export const createPairing = endpoint({
  id: 'createPairing',
  method: 'POST',
  path: '/pairings',
  access: ['api-keys-write'],
  tag,
  summary: 'Creates a pairing code for a phone',
  description:
    'For another user only with the permission system-admin. Neither an API key nor a paired device can pair (403).',
  body: z.object({
    user_id: uuid.optional().describe('The owner of the device; default: the caller'),
    permissions: z
      .array(permissionName)
      .min(1)
      .max(100)
      .describe('Permissions of the device; limited to those that its user has at the time'),
    name: deviceName.optional().describe('Name of the device if it does not send its own'),
  }),
  response: createdPairingSchema,
  status: 201,
  errors: ['NotFound'],
});

export const redeemPairing = endpoint({
  id: 'redeemPairing',
  method: 'POST',
  path: '/pairings/redeem',
  access: 'public',
  tag,
  summary: 'Pairs the calling device',
  description:
    'Creates an API key for the device and signs its browser in with the permissions of the key, until the device is revoked. 409 for a used or expired code.',
  body: z.object({
    token: z.string().min(1).max(256),
    device_name: deviceName.optional(),
  }),
  response: redeemedPairingSchema,
  errors: ['NotFound', 'Conflict'],
});

export const getPairing = endpoint({
  id: 'getPairing',
  method: 'GET',
  path: '/pairings/{id}',
  access: ['api-keys-write'],
  tag,
  summary: 'State of a pairing code',
  params: byId,
  response: pairingSchema,
  errors: ['NotFound'],
});

export const deletePairing = endpoint({
  id: 'deletePairing',
  method: 'DELETE',
  path: '/pairings/{id}',
  access: ['api-keys-write'],
  tag,
  summary: 'Revokes a pairing code',
  description: 'A device that has used it stays paired.',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const listReaderApps = endpoint({
  id: 'listReaderApps',
  method: 'GET',
  path: '/reader-apps',
  access: 'signed-in',
  tag,
  summary: 'How to set up popular reader apps for this server',
  description: 'For the caller’s account. Create the key with `POST /api-keys`.',
  response: z.object({ apps: z.array(readerAppSchema) }),
});

/** In the order of the documentation. */
export const pairingEndpoints = [
  createPairing,
  redeemPairing,
  getPairing,
  deletePairing,
  listReaderApps,
];
