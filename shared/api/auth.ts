import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { permissions, roles } from '../permissions.ts';
import { uuid } from '../schemas.ts';
import { emailSchema, passwordSchema, usernameSchema } from './account-fields.ts';

export const userSummarySchema = z
  .object({
    id: uuid,
    username: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
  })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.infer<typeof userSummarySchema>;

export const loginResponseSchema = z
  .object({
    access_token: z.string().describe('JWT, for the header Authorization: Bearer'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    user: userSummarySchema,
  })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export const authMethods = ['jwt', 'api_key', 'basic'] as const;
export type AuthMethod = (typeof authMethods)[number];

export const currentUserSchema = userSummarySchema
  .extend({
    permissions: z.array(z.enum(permissions)).describe('Effective, sorted'),
    auth_method: z.enum(authMethods),
    apps_can_change: z
      .boolean()
      .describe('Whether reader apps with these credentials can change the library, if permitted'),
  })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** Confirms a change of one's own account. */
export const currentPassword = z
  .string()
  .max(1024)
  .nullable()
  .describe(
    'Null only within five minutes of signing in with the password, and in the desktop’s own window',
  );

export const staySignedIn = z
  .boolean()
  .default(false)
  .describe('The session is renewed in use and ends after a year without use');

const tag = 'Authentication';

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  tag,
  summary: 'Signs in',
  description:
    'Also sets a cookie that is accepted for GET and HEAD, so that images and event streams work in a browser. If two-factor sign-in is on and `code` is missing: 401 with `details.reason` `otp_required`; if it is wrong, `otp_wrong`.',
  body: z.object({
    username: z.string().max(1024).describe('The user name or the e-mail address'),
    password: z.string().max(1024),
    code: z
      .string()
      .max(64)
      .optional()
      .describe('Of the authenticator app, or a recovery code, where two-factor sign-in is on'),
    stay_signed_in: staySignedIn,
  }),
  response: loginResponseSchema,
  errors: ['Unauthorized', 'Forbidden'],
});

export const redeemTicket = endpoint({
  id: 'redeemTicket',
  method: 'POST',
  path: '/auth/ticket',
  access: 'public',
  tag,
  summary: 'Signs the desktop window in with a one-time ticket of its shell',
  body: z.object({ ticket: z.string().max(256) }),
  response: loginResponseSchema,
  errors: ['Unauthorized'],
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  tag,
  summary: 'Ends the session of the token',
  status: 204,
});

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/auth/me',
  access: 'signed-in',
  tag,
  summary: 'The current user, effective permissions and authentication method',
  response: currentUserSchema,
});

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PUT',
  path: '/auth/me',
  access: 'signed-in',
  tag,
  summary: 'Changes the caller’s password or e-mail address',
  description: 'A new password ends all other sessions. Not with an API key (403).',
  body: z.object({
    current_password: currentPassword,
    password: passwordSchema.optional(),
    email: emailSchema.nullable().optional(),
  }),
  response: currentUserSchema,
  errors: ['Conflict'],
});

export const registeredSchema = userSummarySchema
  .extend({
    verification_required: z
      .boolean()
      .describe('Whether the e-mail address must be confirmed before the first sign-in'),
  })
  .meta({ id: 'RegisteredUser' });
export type RegisteredUser = z.infer<typeof registeredSchema>;

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  tag,
  summary: 'Registers a reader',
  description:
    '403 if registration is not enabled. If e-mail addresses must be confirmed, `email` is required and receives a link.',
  body: z.object({
    username: usernameSchema,
    password: passwordSchema,
    email: emailSchema.nullable().default(null),
  }),
  response: registeredSchema,
  status: 201,
  errors: ['Forbidden', 'Conflict'],
});

export const verifyEmail = endpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  access: 'public',
  tag,
  summary: 'Confirms an e-mail address with the token of its link',
  description: 'A token works once, within 24 hours; after that 400.',
  body: z.object({ token: z.string().min(1).max(256) }),
  response: userSummarySchema,
});

export const resendVerification = endpoint({
  id: 'resendVerification',
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'public',
  tag,
  summary: 'Sends a new link to an unconfirmed address',
  description:
    'The response is the same whether such an account exists or not. The previous link stops working.',
  body: z.object({ email: z.string().max(254) }),
  response: z.object({ message: z.string() }),
});
