import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { ConfigError } from '../config/config.ts';
import { ofAnotherUser } from '../database/private-files.ts';

/** Where the data of a home lies by now. The home itself is the folder that the configuration names. */
export interface Location {
  /** Null: in the home. */
  data_dir: string | null;
  /** Whether a server has started there. */
  settled: boolean;
  /** Where the next start moves it, which has most of it already. */
  next: string | null;
  /** Where it lay before, as long as that copy is kept. */
  previous: string | null;
  /** A sentence on why the last move did not happen. */
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

/** Throws ConfigError for a file that says nothing: a new, empty library must never take its place. */
export const readLocation = (home: string): Location => {
  const file = locationFile(home);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown cause' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return unmoved;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new ConfigError(ofAnotherUser(home, 'read'));
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

/** Changes some of it, all or nothing, and makes sure that it is on the disk. */
export const updateLocation = (home: string, changes: Partial<Location>): Location => {
  const location = { ...readLocation(home), ...changes };
  const draft = `${locationFile(home)}.new`;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(location, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, locationFile(home));
  return location;
};

/** The data directory of a home. */
export const dataDirOf = (home: string): string => readLocation(home).data_dir ?? home;
