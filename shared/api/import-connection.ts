import { z } from 'zod';

import { line } from '../schemas.ts';

/** Programs that can also be read through their API. */
export const connectedSources = ['komga'] as const;

const secret = z.string().min(1).max(500);

/** A running server, and how Octavo signs in there. */
export const importConnection = z.object({
  source: z.enum(connectedSources),
  address: line(2048)
    .regex(/^https?:\/\/[^\s/@]+[^\s@]*$/i, 'Write an address that begins with http or https')
    .describe('Base address, with a path if it has one'),
  credentials: z.union([
    z.object({ api_key: secret.regex(/^[!-~]+$/, 'Write the key as the program shows it') }),
    z.object({ username: line(255), password: secret }),
  ]),
});
