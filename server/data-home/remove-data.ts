import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { isOwnName } from '../database/private-files.ts';

/** Removes a data directory: what Octavo put there, and the folder where nothing else is left in it. */
export const removeData = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    // Says where the data lies, where this was the folder that the configuration names.
    if (!isOwnName(name) || name === 'location.json') continue;
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
};
