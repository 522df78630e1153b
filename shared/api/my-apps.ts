import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { currentUserSchema } from './auth.ts';

export const updateMyApps = endpoint({
  id: 'updateMyApps',
  method: 'PUT',
  path: '/auth/me/apps',
  access: 'signed-in',
  tag: 'Authentication',
  summary:
    'Sets whether reader apps that sign in with the caller’s password can change the library',
  description:
    'By default they only read and save progress. API keys have a setting of their own. Not with an API key (403).',
  body: z.object({ apps_can_change: z.boolean() }),
  response: currentUserSchema,
});
