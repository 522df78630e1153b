import type { BigIntStats } from 'node:fs';

import { MediaError } from './media-error.ts';

/** Tells a file from the one that takes its place at the same path. */
export interface FileStamp {
  /** Bytes. */
  size: number;
  /** Since the epoch; fractions do not count. */
  mtimeMs: number;
  /** Inode or file id; null where it is not known. */
  inode: string | null;
}

export const stampOf = ({ size, mtimeMs, ino }: BigIntStats): FileStamp => ({
  size: Number(size),
  mtimeMs: Number(mtimeMs),
  inode: String(ino),
});

/** An inode that is not known fits any. */
export const isSameFile = (a: FileStamp, b: FileStamp): boolean =>
  a.size === b.size &&
  Math.floor(a.mtimeMs) === Math.floor(b.mtimeMs) &&
  (a.inode === null || b.inode === null || a.inode === b.inode);

/** A path alone stands for whatever file is there; with a stamp, for that file and no other. */
export type FileAt = string | { path: string; stamp: FileStamp };

export const partsOf = (file: FileAt): { path: string; stamp: FileStamp | null } =>
  typeof file === 'string' ? { path: file, stamp: null } : file;

export const changedFile = (): MediaError =>
  new MediaError('changed', 'The file has changed since it was scanned. Scan the library again.');

/** Throws MediaError `changed` unless both are the same file. */
export const requireSame = (found: FileStamp, expected: FileStamp | null): void => {
  if (expected !== null && !isSameFile(found, expected)) throw changedFile();
};

/**
 * How long a book's file stays open after its last page, ms. Windows lets no other program replace an open file, and
 * programs that tag comics do just that.
 */
export const openFileMs = process.platform === 'win32' ? 2000 : 30_000;
