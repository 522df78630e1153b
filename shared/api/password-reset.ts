import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { passwordSchema } from './account-fields.ts';
import { userSummarySchema } from './auth.ts';

const tag = 'Authentication';

export const requestPasswordReset = endpoint({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  tag,
  summary: 'Mails a link that sets a new password',
  description:
    'The answer is the same whether the account exists or not. Without a mail server: 409. An earlier link ends.',
  body: z.object({
    username: z.string().max(1024).describe('The user name or the e-mail address'),
    language: z.enum(['en', 'de']).default('en').describe('Of the mail'),
  }),
  response: z.object({ message: z.string() }),
  errors: ['Conflict'],
});

export const redeemPasswordReset = endpoint({
  id: 'redeemPasswordReset',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  tag,
  summary: 'Sets a new password with the token of a link',
  description:
    'A token works once, for an hour; afterwards 400. All sessions of the user end; API keys and paired devices stay.',
  body: z.object({ token: z.string().min(1).max(256), password: passwordSchema }),
  response: userSummarySchema,
});
