import { toLongPath } from '../paths/windows-long-path.ts';
import { DatabaseError } from './types.ts';

/**
 * Maximum path length in SQLite, including the suffixes of its log and journal, bytes:
 * `MAX_PATHNAME` of os_unix.c, and in os_win.c 260 characters of up to four bytes.
 */
const limits = { windows: 1040, elsewhere: 512 };
const journal = 8;

/**
 * The path of a file in the form SQLite opens. Throws DatabaseError with a message if it is too
 * long.
 */
export const sqlitePath = (path: string, platform: NodeJS.Platform = process.platform): string => {
  const native = toLongPath(path, platform);
  const limit = platform === 'win32' ? limits.windows : limits.elsewhere;
  const excess = Buffer.byteLength(native) + journal - limit;
  if (excess <= 0) return native;
  throw new DatabaseError(
    `The path ${path} is ${excess} bytes too long for a database. Choose a folder higher up or one with a shorter name`,
  );
};
