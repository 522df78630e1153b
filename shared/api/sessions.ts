import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, timestamp, uuid } from '../schemas.ts';

/** Listed sessions; older ones are ended with the others. */
export const maxListedSessions = 100;

export const sessionSchema = z
  .object({
    id: uuid,
    name: z.string().nullable().describe('Browser and system, or program; null if unknown'),
    address: z.string().nullable().describe('Address at which it began; null for an older session'),
    created_at: timestamp,
    last_used_at: timestamp,
    expires_at: timestamp,
    stays: z
      .boolean()
      .describe(
        'Renewed in use; ends after a year without use, in a window of the desktop after a week',
      ),
    is_current: z.boolean().describe('The session of this request'),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.infer<typeof sessionSchema>;

const sessionsSchema = z.object({ sessions: z.array(sessionSchema) });

const tag = 'Authentication';

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: ['api-keys-read'],
  tag,
  summary: 'Lists the caller’s sessions',
  description: `The ${maxListedSessions} most recently used ones. Sessions of API keys and paired devices are not listed, because they end with their key.`,
  response: sessionsSchema,
});

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  access: ['api-keys-delete'],
  tag,
  summary: 'Ends all sessions of the caller except the current one',
  status: 204,
});

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  access: ['api-keys-delete'],
  tag,
  summary: 'Ends a session of the caller',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const listUserSessions = endpoint({
  id: 'listUserSessions',
  method: 'GET',
  path: '/users/{id}/sessions',
  access: ['users-write'],
  tag: 'Users',
  summary: 'Lists a user’s sessions',
  params: byId,
  response: sessionsSchema,
  errors: ['NotFound'],
});

export const endUserSessions = endpoint({
  id: 'endUserSessions',
  method: 'DELETE',
  path: '/users/{id}/sessions',
  access: ['users-write'],
  tag: 'Users',
  summary: 'Ends all sessions of a user except the current one',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});

export const endUserSession = endpoint({
  id: 'endUserSession',
  method: 'DELETE',
  path: '/users/{id}/sessions/{session_id}',
  access: ['users-write'],
  tag: 'Users',
  summary: 'Ends a session of a user',
  params: byId.extend({ session_id: uuid }),
  status: 204,
  errors: ['NotFound'],
});
