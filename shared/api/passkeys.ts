import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId, line, timestamp, uuid } from '../schemas.ts';
import { currentPassword, loginResponseSchema, staySignedIn } from './auth.ts';

export const maxPasskeys = 20;

export const passkeySchema = z
  .object({
    id: uuid,
    name: z.string(),
    host: z.string().describe('The host name at which it works'),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof passkeySchema>;

const bytes = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/, 'Use base64url')
    .describe('base64url');

/** An authenticator's response for a new passkey, as `RegistrationResponseJSON` of WebAuthn. */
export const newPasskeySchema = z.object({
  id: bytes(1400),
  response: z.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    publicKey: bytes(4096).describe('SubjectPublicKeyInfo, base64url'),
    publicKeyAlgorithm: z.int().min(-65_536).max(65_536),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** An authenticator's response at sign-in, as `AuthenticationResponseJSON` of WebAuthn. */
export const assertionSchema = z.object({
  id: bytes(1400),
  response: z.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(2048),
  }),
});
export type PasskeyAssertion = z.infer<typeof assertionSchema>;

const challenge = bytes(100);
const rp_id = z.string().describe('The host name of the web app');

const tag = 'Authentication';
const access = 'signed-in';

export const listPasskeys = endpoint({
  id: 'listPasskeys',
  method: 'GET',
  path: '/auth/passkeys',
  access,
  tag,
  summary: 'Lists the caller’s passkeys',
  response: z.object({ passkeys: z.array(passkeySchema) }),
});

export const startPasskey = endpoint({
  id: 'startPasskey',
  method: 'POST',
  path: '/auth/passkeys/registration',
  access,
  tag,
  summary: 'Options for creating a passkey',
  description: 'The challenge works once, for five minutes. Not with an API key (403).',
  body: z.object({ current_password: currentPassword }),
  response: z.object({
    challenge,
    rp_id,
    rp_name: z.string(),
    user_id: bytes(100),
    username: z.string(),
    algorithms: z.array(z.int()).describe('COSE, the preferred one first'),
    existing: z.array(bytes(1400)).describe('Credential ids that the user has'),
  }),
  errors: ['Conflict'],
});

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  access,
  tag,
  summary: 'Adds a passkey that a browser created',
  description: 'Not with an API key (403).',
  body: z.object({ name: line(100), credential: newPasskeySchema }),
  response: passkeySchema,
  status: 201,
  errors: ['Conflict'],
});

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'POST',
  path: '/auth/passkeys/{id}/remove',
  access,
  tag,
  summary: 'Removes one of the caller’s passkeys',
  description: 'Not with an API key (403).',
  params: byId,
  body: z.object({ current_password: currentPassword }),
  status: 204,
  errors: ['NotFound', 'Forbidden'],
});

export const startPasskeySignIn = endpoint({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/auth/passkeys/challenge',
  access: 'public',
  tag,
  summary: 'Options for signing in with a passkey',
  description: 'The challenge works once, for five minutes.',
  response: z.object({ challenge, rp_id }),
});

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  access: 'public',
  tag,
  summary: 'Signs in with a passkey',
  description: 'Counts as two factors, so no code is required. Sets the same cookie as a login.',
  body: z.object({ credential: assertionSchema, stay_signed_in: staySignedIn }),
  response: loginResponseSchema,
  errors: ['Unauthorized', 'Forbidden'],
});
