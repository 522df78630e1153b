import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of the header (https://www.sqlite.org/fileformat.html#the_database_header). */
export const headBytes = 100;

interface DatabaseHead {
  /** Whether it has the default journal mode, which Octavo uses for no database in use. */
  hasRollbackJournal: boolean;
  /** Changes with each transaction. */
  changeCounter: number;
  schemaVersion: number;
  /** Bytes of the whole database; 0 if the number of pages is stale. */
  size: number;
}

/** Reads the header in the first bytes of a file; null if it is not a database. */
export const parseHead = (head: Buffer): DatabaseHead | null => {
  if (head.length < headBytes || head.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    return null;
  const pageSize = head.readUInt16BE(16);
  const changeCounter = head.readUInt32BE(24);
  const isCurrent = changeCounter === head.readUInt32BE(92);
  return {
    hasRollbackJournal: head[18] === 1,
    changeCounter,
    schemaVersion: head.readInt32BE(60),
    size: isCurrent ? head.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize) : 0,
  };
};

/** Reads up to `length` bytes of an open file. */
export const readBytes = (file: number, position: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
};

/** Returns the beginning of a file and its size in bytes; nothing if it is not there. */
export const readHead = (path: string): { head: Buffer; size: number } => {
  if (!existsSync(path)) return { head: Buffer.alloc(0), size: 0 };
  const file = openSync(path, 'r');
  try {
    return { head: readBytes(file, 0, headBytes), size: fstatSync(file).size };
  } finally {
    closeSync(file);
  }
};
