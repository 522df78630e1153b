import SQLite from 'better-sqlite3';

import type { Operation } from './operations.ts';

/** Disk errors: full, quota exceeded, read-only, broken. */
export const faultCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'] as const;
export type FaultCode = (typeof faultCodes)[number];

/** SQLite's error code for each; it has none for a quota. */
const sqliteCodes: Record<FaultCode, string> = {
  ENOSPC: 'SQLITE_FULL',
  EDQUOT: 'SQLITE_IOERR_WRITE',
  EROFS: 'SQLITE_READONLY',
  EIO: 'SQLITE_IOERR_WRITE',
};

/** The error of an operation on such a disk. */
export const faultOf = (code: FaultCode, { kind, name, path }: Operation): Error =>
  kind === 'sql'
    ? new SQLite.SqliteError(`injected into ${name}`, sqliteCodes[code])
    : Object.assign(new Error(`${code}: injected, ${name} '${path}'`), {
        code,
        syscall: name,
        path,
      });

/** Whether an operation fails on such a disk: a full one still allows deleting and renaming. */
export const isHitBy = (code: FaultCode, { kind, name }: Operation): boolean =>
  !/^(ENOSPC|EDQUOT)$/.test(code) ||
  (kind === 'sql'
    ? !/^\s*(PRAGMA|BEGIN|ROLLBACK)/i.test(name)
    : !/^(rm|unlink|rmdir|rename|truncate|ftruncate|fsync|fdatasync|utimes)$/.test(name));
