import { nativePath } from '../paths/native-path.ts';
import { DatabaseError } from './migrate.ts';

/**
 * Bytes of a path that SQLite takes, its own log and journal beside it included: `MAX_PATHNAME` of os_unix.c,
 * and of os_win.c 260 characters of up to four bytes.
 */
const limits = { windows: 1040, elsewhere: 512 };
const journal = 8;

/** The path of a file as SQLite opens it. Throws DatabaseError, a sentence, for one that lies too deep for it. */
export const sqlitePath = (path: string, platform: NodeJS.Platform = process.platform): string => {
  const native = nativePath(path, platform);
  const limit = platform === 'win32' ? limits.windows : limits.elsewhere;
  const excess = Buffer.byteLength(native) + journal - limit;
  if (excess <= 0) return native;
  throw new DatabaseError(
    `The path ${path} is ${excess} bytes too long for a database. Choose a folder higher up or one with a shorter name`,
  );
};
