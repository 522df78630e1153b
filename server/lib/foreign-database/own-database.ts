import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { realPath } from '../real-path.ts';
import { ForeignDatabaseError } from './foreign-error.ts';

/**
 * Throws ForeignDatabaseError for the database of an Octavo or its lock. On POSIX systems, merely closing those of this
 * server releases all locks that SQLite has on them.
 */
export const refuseOwnDatabase = async (path: string): Promise<void> => {
  const target = await realPath(path).catch(() => path);
  if (!/^octavo\.(?:db|lock)/i.test(basename(target))) return;
  const isOwn = await access(join(dirname(target), 'octavo.db')).then(
    () => true,
    () => false,
  );
  if (!isOwn) return;
  throw new ForeignDatabaseError(
    'This is the database of Octavo itself. Export the data there, and choose the ZIP file.',
  );
};
