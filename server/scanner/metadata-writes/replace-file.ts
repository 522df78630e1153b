import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { newId } from '../../database/ids.ts';
import { discard } from '../../lib/discard.ts';
import { utimeOf } from '../../lib/file-times.ts';
import { syncFolder } from '../../lib/flush.ts';
import { isSystemError, MediaError } from '../../media/media-error.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { fileChanged } from './changed-files.ts';

/** Space that stays free on the drive, bytes. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Windows refuses to replace a file that a virus scanner or reader holds for a moment; ms. Together longer than Octavo
 * itself keeps a file open after its last page was read (`openFileMs`).
 */
const replaceRetries = [100, 400, 1500, 1500];

export interface OpenPair {
  source: { fd: number; size: number };
  draft: number;
}

export interface FileToReplace {
  /** Folder of the library. */
  root: string;
  /** Relative to it. */
  path: string;
  /** Stamp from the last scan; a file with another one is not changed. */
  file_size: number;
  file_modified_ms: number;
}

const refuse = (sentence: string, cause?: unknown) =>
  new MediaError('unsupported', sentence, cause);

/** The message of an error of writing, for people; any other error as it is. */
export const asRefusal = (error: unknown): unknown => {
  if (!isSystemError(error)) return error;
  const { code = '' } = error;
  if (code === 'EROFS')
    return refuse('The drive is read-only, so the file is left as it is.', error);
  if (code === 'EACCES' || code === 'EPERM')
    return refuse(
      'Octavo cannot write there: the file is in use, or its folder is read-only. Close other programs, or give the user account of Octavo write access.',
      error,
    );
  if (code === 'EBUSY' || code === 'ETXTBSY')
    return refuse('Another program uses the file. Close it and try again.', error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return refuse('The drive has too little free space for a copy of the file.', error);
  return error;
};

const isSame = (a: Stats, b: Stats): boolean =>
  a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** Windows refuses to replace such a file; elsewhere only the rights of the folder would count. */
export const checkWritable = ({ mode }: Pick<Stats, 'mode'>): void => {
  if ((mode & 0o222) === 0)
    throw refuse(
      'The file is read-only, so it is left as it is. Allow that it is changed, and try again.',
    );
};

const statOf = (path: string, { file_size, file_modified_ms }: FileToReplace): Stats => {
  const stats = lstatSync(path);
  if (!stats.isFile()) throw refuse('This is a link or a folder, so it is left as it is.');
  checkWritable(stats);
  // Exact: a fraction just below a millisecond would be rounded up.
  const { mtimeMs } = lstatSync(path, { bigint: true });
  if (stats.size !== file_size || Number(mtimeMs) !== file_modified_ms) throw fileChanged();
  return stats;
};

/** Throws if a link leads out of the library, because the file can belong to another program. */
const checkContained = (root: string, folder: string): void => {
  // In the plain form: the long one would stay in one of the two paths only.
  if (realpathSync(join(root, folder)) !== join(realpathSync(root), folder)) {
    throw refuse('The file is reached through a link, so it is left as it is.');
  }
};

const checkSpace = (folder: string, size: number): void => {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < size + spareBytes) {
    throw refuse('The drive has too little free space for a copy of the file.');
  }
};

/** Copies the times, owner and permissions of the file to the draft. */
const copyAttributes = (draft: string, stats: Stats): void => {
  const own = lstatSync(draft);
  if (process.platform !== 'win32' && (own.uid !== stats.uid || own.gid !== stats.gid)) {
    try {
      chownSync(draft, stats.uid, stats.gid);
    } catch (error) {
      throw refuse(
        'The file belongs to another user account, which Octavo cannot keep, so it is left as it is.',
        error,
      );
    }
  }
  chmodSync(draft, stats.mode & 0o7777);
  utimesSync(draft, utimeOf(stats.atimeMs), utimeOf(stats.mtimeMs));
};

const moveInto = async (draft: string, path: string): Promise<void> => {
  for (const wait of [...replaceRetries, null]) {
    try {
      renameSync(draft, path);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || wait === null) throw error;
      await delay(wait);
    }
  }
};

/**
 * Replaces a file by one rename of a draft that `write` fills, with the times, owner and permissions of the
 * previous file. Whatever step is interrupted, either the previous or the new file is there, complete.
 * `beforeReplacing` runs when the draft is complete. Returns the stamp of the new file. Throws MediaError,
 * with a message for people, if the file is not changed.
 */
export const replaceFile = async <Result>(
  file: FileToReplace,
  write: (pair: OpenPair) => Promise<Result>,
  beforeReplacing: (result: Result) => void,
): Promise<Stats> => {
  const path = toLongPath(join(file.root, file.path));
  const folder = dirname(path);
  const draft = toLongPath(join(folder, `.octavo-${newId()}.part`));
  try {
    const stats = statOf(path, file);
    checkContained(file.root, dirname(file.path));
    checkSpace(folder, stats.size);
    const source = openSync(path, 'r');
    try {
      const target = openSync(draft, 'wx+', 0o600);
      let result: Result;
      try {
        result = await write({ source: { fd: source, size: stats.size }, draft: target });
        fsyncSync(target);
      } finally {
        closeSync(target);
      }
      // Only now, because Windows can change the time again when a file that was written is closed.
      copyAttributes(draft, stats);
      if (!isSame(fstatSync(source), stats) || !isSame(lstatSync(path), stats)) throw fileChanged();
      beforeReplacing(result);
    } finally {
      closeSync(source);
    }
    await moveInto(draft, path);
    syncFolder(folder);
    return lstatSync(path);
  } catch (error) {
    discard(() => rmSync(draft, { force: true }));
    throw asRefusal(error);
  }
};
