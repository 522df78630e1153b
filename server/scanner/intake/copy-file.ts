import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';

import { CancelledError } from '../../jobs/job-context.ts';
import { discard } from '../../lib/discard.ts';
import { utimeOf } from '../../lib/file-times.ts';
import { MediaError } from '../../media/media-error.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { hashFile } from '../analysis/hash-file.ts';

const chunkBytes = 1024 * 1024;

/** A file with its stamp when it was read. */
export interface ExpectedFile {
  /** Absolute. */
  path: string;
  file_size: number;
  file_modified_ms: number;
}

const isAs = (path: string, { file_size, file_modified_ms }: ExpectedFile): boolean => {
  const { size, mtimeMs } = lstatSync(toLongPath(path), { bigint: true });
  return Number(size) === file_size && Number(mtimeMs) === file_modified_ms;
};

const changed = () =>
  new MediaError(
    'changed',
    'The file has changed since the folder was looked through. Look through it again.',
  );

/** Whether the file has not changed since it was read. */
export const isUnchangedFile = (file: ExpectedFile): boolean => {
  try {
    return isAs(file.path, file);
  } catch {
    return false;
  }
};

/**
 * Copies a file, flushes the copy, reads it back and compares it with the bytes read from the source.
 * Returns their SHA-256. On failure the copy is deleted. Throws MediaError, system errors, and
 * CancelledError.
 */
export const copyVerified = (
  source: ExpectedFile,
  target: string,
  cancelled: () => boolean,
): string => {
  if (!isAs(source.path, source)) throw changed();
  const input = openRegularSync(toLongPath(source.path));
  let isMade = false;
  try {
    const output = openSync(target, 'wx', 0o666);
    isMade = true;
    const hash = createHash('sha256');
    try {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      for (;;) {
        if (cancelled()) throw new CancelledError();
        const length = readSync(input, chunk, 0, chunk.length, null);
        if (length === 0) break;
        hash.update(chunk.subarray(0, length));
        for (let done = 0; done < length;) done += writeSync(output, chunk, done, length - done);
      }
      fsyncSync(output);
    } finally {
      closeSync(output);
    }
    // Only now, because Windows can change the time again when a file that was written is closed.
    const { atimeMs } = fstatSync(input);
    utimesSync(target, utimeOf(atimeMs), utimeOf(source.file_modified_ms));
    if (!isAs(source.path, source)) throw changed();
    const checksum = hash.digest('hex');
    const isWhole = lstatSync(target).size === source.file_size;
    if (!isWhole || hashFile(target, cancelled) !== checksum) {
      throw new MediaError(
        'damaged',
        'The copy differs from the file, so it was dropped. Check the drive of the library.',
      );
    }
    return checksum;
  } catch (error) {
    if (isMade) discard(() => rmSync(target, { force: true }));
    throw error;
  } finally {
    closeSync(input);
  }
};

/** Deletes a copied file unless it has changed since; returns whether it did. */
export const deleteCopied = (file: ExpectedFile): boolean => {
  try {
    if (!isAs(file.path, file)) return false;
    unlinkSync(toLongPath(file.path));
    return true;
  } catch {
    return false;
  }
};
