import type { BigIntStats } from 'node:fs';

import { MediaError } from './media-error.ts';

/** Identifies a file's version, to detect that another file replaced it at the same path. */
export interface FileStamp {
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch; fractions are ignored. */
  mtimeMs: number;
  /** Inode or file id; null if unknown. */
  inode: string | null;
}

export const stampOf = ({ size, mtimeMs, ino }: BigIntStats): FileStamp => ({
  size: Number(size),
  mtimeMs: Number(mtimeMs),
  // Some network drives report none.
  inode: ino === 0n ? null : String(ino),
});

/** An unknown inode matches any. */
export const isSameFile = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size &&
  Math.floor(a.mtimeMs) === Math.floor(b.mtimeMs) &&
  (a.inode === null || b.inode === null || a.inode === b.inode);

/** A bare path accepts whatever file is there; with a stamp, only that file. */
export type FileAt = string | { path: string; stamp: FileStamp };

export const partsOf = (file: FileAt): { path: string; stamp: FileStamp | null } =>
  typeof file === 'string' ? { path: file, stamp: null } : file;

export const changedFile = (): MediaError =>
  new MediaError('changed', 'The file has changed since it was scanned. Scan the library again.');

/** Throws MediaError `changed` unless both stamps match. */
export const requireSame = (found: FileStamp, expected: FileStamp | null): void => {
  if (expected !== null && !isSameFile(found, expected)) throw changedFile();
};

/**
 * How long a book's file stays open after its last page, ms. Short on Windows, where an open file
 * cannot be replaced by other programs, such as comic taggers.
 */
export const openFileMs = process.platform === 'win32' ? 2000 : 30_000;
