import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { listQuery, timestamp, uuid } from '../schemas.ts';

/** `ticket` is the desktop app's own window; `password_reset` a new password by a mailed link. */
export const signInSources = [
  'password',
  'passkey',
  'api_key',
  'remember_me',
  'pairing',
  'ticket',
  'password_reset',
  'single_sign_on',
  'proxy',
] as const;

export const signInFailures = [
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'wrong_key',
  'deactivated',
  'unconfirmed',
  'not_in_group',
] as const;

export const signInRecordSchema = z
  .object({
    id: uuid,
    user_id: uuid,
    username: z.string(),
    source: z.enum(signInSources).describe('The credentials used'),
    failure: z.enum(signInFailures).nullable().describe('Null for a success'),
    name: z.string().nullable().describe('Browser and system, or program; null if unknown'),
    address: z.string(),
    key_name: z.string().nullable().describe('Name of the API key at that time'),
    created_at: timestamp,
  })
  .meta({ id: 'SignIn' });
export type SignInRecord = z.infer<typeof signInRecordSchema>;

const query = listQuery(['created_at'], 'created_at,desc');
const description =
  'Of the last 90 days, at most 500 that succeeded and 500 that failed for each user. Programs that send their credentials with each request are listed once a day.';

export const listOwnSignIns = endpoint({
  id: 'listOwnSignIns',
  method: 'GET',
  path: '/auth/sign-ins',
  access: ['api-keys-read'],
  tag: 'Authentication',
  summary: 'Lists the caller’s sign-ins and failed attempts',
  description,
  query,
  list: signInRecordSchema,
});

export const listSignIns = endpoint({
  id: 'listSignIns',
  method: 'GET',
  path: '/admin/sign-ins',
  access: ['system-admin'],
  tag: 'Users',
  summary: 'Lists everyone’s sign-ins and failed attempts',
  description,
  query,
  list: signInRecordSchema,
});
