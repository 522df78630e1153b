import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { loginResponseSchema } from './auth.ts';
import { emailSchema, passwordSchema, usernameSchema } from './account-fields.ts';

export const setupStatusSchema = z.object({
  setup_required: z.boolean(),
  has_users: z.boolean(),
  registration_enabled: z.boolean(),
  password_reset: z.boolean().describe('Whether the server can mail a link for a new password'),
  passkeys: z.boolean().describe('Whether anybody has a passkey'),
  version: z.string(),
});
export type SetupStatus = z.infer<typeof setupStatusSchema>;

export const getSetupStatus = endpoint({
  id: 'getSetupStatus',
  method: 'GET',
  path: '/setup/status',
  access: 'public',
  tag: 'Setup',
  summary: 'Tells whether initial setup is needed',
  response: setupStatusSchema,
});

export const initializeSetup = endpoint({
  id: 'initializeSetup',
  method: 'POST',
  path: '/setup/initialize',
  access: 'public',
  tag: 'Setup',
  summary: 'Creates the initial admin user',
  description: 'Only while no user exists; afterwards 409.',
  body: z.object({
    username: usernameSchema,
    email: emailSchema.nullable().default(null),
    password: passwordSchema,
  }),
  response: loginResponseSchema,
  status: 201,
  errors: ['Conflict'],
});
