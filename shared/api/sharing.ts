import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { timestamp } from '../schemas.ts';

/**
 * In the order in which addresses are offered: those reachable from a phone in the home network
 * first.
 */
export const networkKinds = ['lan', 'link-local', 'public', 'vpn', 'virtual'] as const;
export type NetworkKind = (typeof networkKinds)[number];

export const tlsModes = ['off', 'generated', 'own'] as const;
export type TlsMode = (typeof tlsModes)[number];

const kind = z
  .enum(networkKinds)
  .describe(
    'lan: a private network; link-local: a cable without a router; vpn; virtual: containers and virtual machines',
  );

const sharedAddressSchema = z
  .object({
    url: z.string().describe('Without a trailing slash'),
    address: z.string(),
    interface: z.string(),
    kind,
    reachable: z
      .boolean()
      .nullable()
      .describe('Whether the server can reach itself there; null until it was checked'),
  })
  .meta({ id: 'SharedAddress' });
export type SharedAddress = z.infer<typeof sharedAddressSchema>;

const problemSchema = z
  .object({
    code: z.enum(['port-taken', 'port-denied', 'no-address', 'certificate', 'network']),
    message: z.string().describe('What happened and what to do'),
    free_port: z.int().nullable().describe('A port that can be used instead'),
  })
  .meta({ id: 'SharingProblem' });
export type SharingProblem = z.infer<typeof problemSchema>;

export const sharingSchema = z
  .object({
    enabled: z.boolean().describe('The chosen state; always true if set by configuration'),
    by_configuration: z
      .boolean()
      .describe('Shared by `server.host` of the configuration, so it cannot be changed here'),
    interfaces: z
      .string()
      .describe('`private`, `all`, or the names of interfaces, separated by commas'),
    available: z
      .array(z.object({ name: z.string(), kind, addresses: z.array(z.string()) }))
      .describe('Interfaces that this machine has now, likely ones first'),
    port: z.int(),
    names: z.string().describe('Further names of this machine, separated by commas'),
    addresses: z
      .array(sharedAddressSchema)
      .describe('Where other devices reach the server, the likeliest first; empty while off'),
    reachable: z.boolean().nullable().describe('Whether one address answers; null while off'),
    last_device_at: timestamp
      .nullable()
      .describe('Time of the last connection of another device since the server started'),
    tls: z.object({
      mode: z.enum(tlsModes),
      fingerprint: z
        .string()
        .nullable()
        .describe('SHA-256 of the certificate, as browsers show it'),
      expires_at: timestamp.nullable(),
      cert: z
        .string()
        .nullable()
        .describe('Certificate file, PEM; null for callers without system-admin'),
      key: z.string().nullable().describe('File of its private key, with the same limits'),
    }),
    mdns: z.object({
      host: z.string().describe('For example `attic.local`'),
      url: z.string().nullable().describe('Null while it is not announced'),
      problem: z.string().nullable(),
    }),
    problem: problemSchema.nullable(),
    advice: z
      .string()
      .nullable()
      .describe('What to do about the firewall of this machine when no device gets through'),
  })
  .meta({ id: 'Sharing' });
export type Sharing = z.infer<typeof sharingSchema>;

export const silenceReasons = ['refused', 'timeout', 'no-route', 'other-program', 'other'] as const;

export const sharingTestSchema = z
  .object({
    addresses: z.array(
      sharedAddressSchema.omit({ reachable: true }).extend({
        reachable: z.boolean().describe('Whether the server answered there just now'),
        reason: z
          .enum(silenceReasons)
          .nullable()
          .describe('Reason; `other-program`: another program answers there'),
        qr: z.string().describe('The address as a QR code, SVG'),
      }),
    ),
    tested_at: timestamp.describe(
      'A device that gets through afterwards shows in `last_device_at` of `GET /sharing`',
    ),
  })
  .meta({ id: 'SharingTest' });
export type SharingTest = z.infer<typeof sharingTestSchema>;

const tag = 'Sharing';
const filePath = z.string().max(4096, 'The path has more than 4096 characters').optional();

export const getSharing = endpoint({
  id: 'getSharing',
  method: 'GET',
  path: '/sharing',
  access: 'signed-in',
  tag,
  summary: 'Whether and where other devices of the network can reach the server',
  response: sharingSchema,
});

export const updateSharing = endpoint({
  id: 'updateSharing',
  method: 'PUT',
  path: '/sharing',
  access: ['system-admin'],
  tag,
  summary: 'Turns sharing on or off, at once',
  description:
    'Omitted fields stay. Turning it off ends all connections of other devices, including the caller’s. If the port cannot be used: 409, nothing changes, and `details.free_port` is a usable one. If the files are not a certificate with its key: 400, and nothing changes.',
  body: z.object({
    enabled: z.boolean(),
    interfaces: z.string().max(1000).optional(),
    port: z.int().min(0).max(65_535).optional().describe('0: the same as on this machine'),
    tls: z.enum(tlsModes).optional(),
    tls_cert: filePath.describe('Certificate file, PEM; empty: that of the configuration'),
    tls_key: filePath.describe('File of its private key, PEM'),
    names: z.string().max(1000).optional(),
  }),
  response: sharingSchema,
  errors: ['Conflict'],
});

export const testSharing = endpoint({
  id: 'testSharing',
  method: 'POST',
  path: '/sharing/test',
  access: ['system-admin'],
  tag,
  summary: 'Connects to each shared address from this machine',
  description:
    'This cannot detect a firewall that blocks other devices: only a device that opens one of the addresses proves that it works. While sharing is off there is no address.',
  response: sharingTestSchema,
});
