import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { locationFile } from '../../server/data-relocation/location.ts';

const serverSchema = z.object({
  kind: z.literal('server'),
  /** Origin and base path, without a trailing slash. */
  url: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1).max(200),
});

/**
 * The source of what the application shows: the library of its own server, or another server in the network.
 */
export const connectionSchema = z.union([z.object({ kind: z.literal('own') }), serverSchema]);
export type Connection = z.infer<typeof connectionSchema>;
export type ServerConnection = z.infer<typeof serverSchema>;

/** Whether this computer has a library already, here or moved elsewhere: then nobody is asked. */
export const hasOwnLibrary = (userData: string): boolean => {
  const home = join(userData, 'data');
  return existsSync(join(home, 'octavo.db')) || existsSync(locationFile(home));
};
