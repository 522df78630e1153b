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
    device: deviceSchema.nullable().describe('The device that took it'),
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof pairingSchema>;

export const createdPairingSchema = pairingSchema
  .extend({
    token: z.string().describe('It is shown this once, works once and for two minutes'),
    urls: z
      .array(z.string())
      .describe('Where a device may reach the server, the likeliest first, without a slash behind'),
    link: z
      .string()
      .describe(
        'What the code holds: `<first of urls>/pair#token=…&url=…&url=…` with the other addresses; the part behind # stays in the browser',
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
    name: z.string().describe('Programs that are set up like this'),
    protocol: z.enum(['komga', 'opds', 'opds2', 'koreader']),
    address: z.string().describe('What to type for the server'),
    username: z.string().nullable().describe('Null where the key alone signs in'),
    secret: z
      .enum(['password', 'api-key'])
      .describe('What the program calls the field that the API key is typed into'),
    hint: z.string().describe('Where in the program that is'),
    qr: z.string().describe('The address as a QR code, SVG'),
  })
  .meta({ id: 'ReaderApp' });
export type ReaderApp = z.infer<typeof readerAppSchema>;

export const redeemedPairingSchema = loginResponseSchema
  .extend({
    device: deviceSchema,
    api_key: z.string().describe('The key of the device; it is shown this once and never again'),
    servers: z
      .array(z.string())
      .describe('Addresses of the server, the one that was used just now first'),
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
  summary: 'Makes a code that a phone pairs itself with',
  description:
    'For another user only with the permission system-admin. Neither an API key nor a paired device can pair (403).',
  body: z.object({
    user_id: uuid.optional().describe('Whose device it will be; yourself unless said'),
    permissions: z
      .array(permissionName)
      .min(1)
      .max(100)
      .describe('What the device may do, of what its user may do at each moment'),
    name: deviceName.optional().describe('Name of the device unless it brings its own'),
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
  summary: 'Pairs the device that calls',
  description:
    'Makes an API key for the device and signs its browser in, with the permissions of the key, until the device is revoked. A code that was used or has expired: 409.',
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
  summary: 'Whether a device has taken the code',
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
  summary: 'Makes a code worthless',
  description: 'A device that has taken it stays paired.',
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
  description: 'For the caller’s own account. The key is one of `POST /api-keys`.',
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
