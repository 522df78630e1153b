import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
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
    'The response is the same whether the account exists or not. 409 without a mail server. An earlier link stops working.',
  body: z.object({
    username: z.string().max(1024).describe('The user name or the e-mail address'),
    language: z.enum(languages).default('en').describe('Of the mail'),
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
    'A token works once, within an hour; after that 400. Ends all sessions of the user; API keys and paired devices stay.',
  body: z.object({ token: z.string().min(1).max(256), password: passwordSchema }),
  response: userSummarySchema,
});
