import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { byId } from '../schemas.ts';
import { currentPassword } from './auth.ts';

export const secondFactorSchema = z
  .object({
    enabled: z.boolean(),
    recovery_codes_left: z.int(),
    current_password_required: z
      .boolean()
      .describe(
        'False within five minutes of signing in with the password, and in the desktop’s own window',
      ),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactorRecord = z.infer<typeof secondFactorSchema>;

const recoveryCodesSchema = z.object({
  recovery_codes: z.array(z.string()).describe('Returned only once; each works once'),
});

const code = z.string().min(1).max(64);
const tag = 'Authentication';
const access = 'signed-in';

export const getSecondFactor = endpoint({
  id: 'getSecondFactor',
  method: 'GET',
  path: '/auth/second-factor',
  access,
  tag,
  summary: 'Whether signing in with the password asks for a code',
  response: secondFactorSchema,
});

export const setUpSecondFactor = endpoint({
  id: 'setUpSecondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  access,
  tag,
  summary: 'Starts setting up an authenticator app',
  description: 'Nothing changes until a code is confirmed. Not with an API key (403).',
  body: z.object({ current_password: currentPassword }),
  response: z.object({
    secret: z.string().describe('Base32, to type into the app'),
    uri: z.string().describe('otpauth://, RFC 6238 with the usual six digits and 30 seconds'),
    qr_svg: z.string().describe('The URI as a QR code'),
  }),
  errors: ['Conflict'],
});

export const confirmSecondFactor = endpoint({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/confirm',
  access,
  tag,
  summary: 'Turns two-factor sign-in on with the first code of the app',
  description: 'Ends every other session. Not with an API key (403).',
  body: z.object({ code }),
  response: recoveryCodesSchema,
  errors: ['Conflict'],
});

export const renewRecoveryCodes = endpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  access,
  tag,
  summary: 'Replaces the recovery codes',
  description: 'Not with an API key (403).',
  body: z.object({ code }),
  response: recoveryCodesSchema,
  errors: ['Conflict'],
});

export const turnOffSecondFactor = endpoint({
  id: 'turnOffSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/turn-off',
  access,
  tag,
  summary: 'Turns two-factor sign-in off',
  description: 'With a code of the app or a recovery code. Not with an API key (403).',
  body: z.object({ current_password: currentPassword, code }),
  status: 204,
  errors: ['Conflict'],
});

export const removeUserSecondFactor = endpoint({
  id: 'removeUserSecondFactor',
  method: 'DELETE',
  path: '/users/{id}/second-factor',
  access: ['users-write'],
  tag: 'Users',
  summary: 'Turns two-factor sign-in off for a user who has lost access',
  description: 'Also removes the user’s passkeys and ends the user’s sessions.',
  params: byId,
  status: 204,
  errors: ['NotFound'],
});
