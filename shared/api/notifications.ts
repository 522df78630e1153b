import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { byId, line, timestamp, uuid } from '../schemas.ts';

export const destinationKinds = ['webhook', 'ntfy', 'discord', 'mail'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

export const notificationEvents = [
  'new_books',
  'release',
  'scan_failed',
  'backup_failed',
  'health',
] as const;
/** A kind of event that people can be notified about. */
export type NotificationKind = (typeof notificationEvents)[number];

/** Kinds about the server, which only admins can choose. */
export const adminNotifications: readonly NotificationKind[] = [
  'scan_failed',
  'backup_failed',
  'health',
];

export const notificationFrequencies = ['immediate', 'daily', 'weekly'] as const;
export type NotificationFrequency = (typeof notificationFrequencies)[number];

/** Maximum destinations of a person. */
export const maxDestinations = 10;

const events = z
  .array(z.enum(notificationEvents))
  .max(notificationEvents.length)
  .describe(
    'new_books and release: of followed series; scan_failed, backup_failed and health: only for callers with system-admin',
  );
const frequency = z
  .enum(notificationFrequencies)
  .describe('Each event at once, or one message at 8 o’clock every day or every Monday');
const language = z.enum(languages);
const token = z
  .string()
  .max(1024)
  .regex(/^[\x21-\x7e]*$/, 'Use letters, digits and signs of ASCII without spaces')
  .nullable()
  .describe('Sent as a bearer token to a webhook or ntfy; never returned');

export const destinationSchema = z
  .object({
    id: uuid,
    name: z.string(),
    kind: z.enum(destinationKinds),
    address: z
      .string()
      .describe('The e-mail address; for other kinds only the server, because the rest is secret'),
    has_token: z.boolean(),
    events,
    frequency,
    language,
    enabled: z.boolean(),
    pending_count: z.int().describe('Events that wait to be sent'),
    next_attempt_at: timestamp.nullable().describe('When the first of them is sent'),
    last_attempt_at: timestamp.nullable(),
    last_sent_at: timestamp.nullable(),
    last_error: z.string().nullable().describe('Why the last attempt failed'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'NotificationDestination' });
export type NotificationDestination = z.infer<typeof destinationSchema>;

const fields = z.object({
  name: line(100),
  address: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .describe('An e-mail address, or the http or https address of the webhook or ntfy topic'),
  token,
  events,
  frequency,
  language,
  enabled: z.boolean(),
});
export const createDestinationBody = fields
  .partial()
  .required({ name: true, address: true, events: true })
  .extend({ kind: z.enum(destinationKinds) });
export const updateDestinationBody = fields.partial();
export type CreateDestination = z.output<typeof createDestinationBody>;
export type UpdateDestination = z.output<typeof updateDestinationBody>;

const tag = 'Notifications';
const description =
  'Refused to API keys and paired devices: only a person decides where the server writes to. Mail goes to the caller’s own address, which is confirmed by a link first unless an admin entered it; only admins can enter others.';

export const listDestinations = endpoint({
  id: 'listNotificationDestinations',
  method: 'GET',
  path: '/notifications/destinations',
  access: 'signed-in',
  tag,
  summary: 'Destinations of the caller’s notifications',
  response: z.object({ destinations: z.array(destinationSchema) }),
});

export const createDestination = endpoint({
  id: 'createNotificationDestination',
  method: 'POST',
  path: '/notifications/destinations',
  access: 'signed-in',
  tag,
  summary: 'Adds a destination',
  description: `${description} Each person can have ${maxDestinations}.`,
  body: createDestinationBody,
  response: destinationSchema,
  status: 201,
  errors: ['Forbidden', 'Conflict'],
});

export const updateDestination = endpoint({
  id: 'updateNotificationDestination',
  method: 'PUT',
  path: '/notifications/destinations/{id}',
  access: 'signed-in',
  tag,
  summary: 'Updates the fields that are sent',
  description: `${description} Another address drops the token unless a new one is sent. What waits is dropped when the destination is switched off.`,
  params: byId,
  body: updateDestinationBody,
  response: destinationSchema,
  errors: ['NotFound', 'Forbidden'],
});

export const deleteDestination = endpoint({
  id: 'deleteNotificationDestination',
  method: 'DELETE',
  path: '/notifications/destinations/{id}',
  access: 'signed-in',
  tag,
  summary: 'Removes a destination and its queued events',
  description,
  params: byId,
  status: 204,
  errors: ['NotFound', 'Forbidden'],
});

export const testDestination = endpoint({
  id: 'testNotificationDestination',
  method: 'POST',
  path: '/notifications/destinations/{id}/test',
  access: 'signed-in',
  tag,
  summary: 'Sends a test message now',
  description: `${description} 422 gives the reason why it did not arrive. Once in 5 seconds.`,
  params: byId,
  response: destinationSchema,
  errors: ['NotFound', 'Forbidden', 'UnprocessableContent', 'TooManyRequests'],
});

/** In the order of the documentation. */
export const notificationEndpoints = [
  listDestinations,
  createDestination,
  updateDestination,
  deleteDestination,
  testDestination,
];
