import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ConfigError } from '../config/config.ts';
import { writeFileAtomic } from '../lib/write-file-atomic.ts';
import { ownedByAnotherUser } from '../database/file-permissions.ts';

/** The location of the data. The home is the configured data directory. */
export interface Location {
  /** Null if the data is in the home itself. */
  data_dir: string | null;
  /** Whether a server has started there. */
  settled: boolean;
  /** Target of the move at the next start; already contains most of the data. */
  next: string | null;
  /** The previous location, while that copy exists. */
  previous: string | null;
  /** Why the last move failed, as a message. */
  problem: string | null;
}

const unmoved: Location = {
  data_dir: null,
  settled: true,
  next: null,
  previous: null,
  problem: null,
};

const folder = z.string().min(1).nullable();
const locationSchema = z.object({
  data_dir: folder,
  settled: z.boolean(),
  next: folder,
  previous: folder,
  problem: z.string().nullable(),
});

export const locationFile = (home: string): string => join(home, 'location.json');

/**
 * Throws ConfigError for an unreadable file: a new, empty library must never replace the moved one.
 */
export const readLocation = (home: string): Location => {
  const file = locationFile(home);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return unmoved;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new ConfigError(ownedByAnotherUser(home, 'read'));
    }
    throw new ConfigError(`${file}, which says where the data lies, cannot be read (${code})`);
  }
  try {
    return locationSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `${file} is damaged. It says where the data lies: correct data_dir in it, or remove it if the data is in ${home}`,
    );
  }
};

/** Updates some fields atomically and flushes them to disk. */
export const updateLocation = (home: string, changes: Partial<Location>): Location => {
  const location = { ...readLocation(home), ...changes };
  writeFileAtomic(locationFile(home), `${JSON.stringify(location, null, 2)}\n`);
  return location;
};

/** The data directory of a home. */
export const dataDirOf = (home: string): string => readLocation(home).data_dir ?? home;
