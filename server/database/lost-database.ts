import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseError } from './types.ts';

/**
 * Rejects a data directory that has lost its database: with a new one, the first visitor could
 * become the owner, and its backups would displace the good ones. Throws DatabaseError.
 */
export const refuseLostDatabase = (dataDir: string): void => {
  const file = join(dataDir, 'octavo.db');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) return;
  const backups = namesIn(join(dataDir, 'backups')).filter((name) => /^octavo-.+\.db$/.test(name));
  const others = ['secrets.json', 'thumbnails', 'covers'].filter((name) =>
    holds(join(dataDir, name)),
  );
  if (backups.length === 0 && others.length === 0) return;
  const newest = backups.sort().at(-1);
  const source =
    newest === undefined ? 'a backup' : `a backup, such as ${join('backups', newest)},`;
  throw new DatabaseError(
    `The database ${file} is missing or empty, while other data of Octavo is there. Copy ${source} to ${file}; for a new library choose an empty data directory`,
  );
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const holds = (path: string): boolean => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? namesIn(path).length > 0 : stats !== undefined;
};
