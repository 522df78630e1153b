import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { toLongPath } from '../paths/windows-long-path.ts';
import { renamePatiently } from './rename-file.ts';
import { utimeOf } from './file-times.ts';
import { flushFolder } from './flush.ts';
import { isLockedFile } from './locked-files.ts';

/** The name that a source has while it is deleted. */
export const leftoverOf = (source: string): string => `${source}.old`;

/**
 * Moves a file, or a folder with all that is in it, to a place that is free; the folder above its own must be
 * there. On another drive, everything is copied, flushed and compared before the source is deleted: a crash
 * leaves at least one whole. Throws Conflict if a copy differs, and system errors.
 */
export const moveWhole = async (source: string, target: string): Promise<void> => {
  const [from, destination] = [toLongPath(source), toLongPath(target)];
  await mkdir(dirname(destination), { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  try {
    await renamePatiently(from, destination);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${destination}.part`;
    await rm(draft, { recursive: true, force: true });
    try {
      await copyChecked(from, draft);
      await renamePatiently(draft, destination);
      await flushFolder(dirname(destination));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    // At once: of a folder that is half deleted, nobody could tell that it is not whole.
    const former = leftoverOf(from);
    await renamePatiently(from, former);
    await rm(former, { recursive: true, force: true });
  }
  await rmdir(dirname(from)).catch(() => undefined);
};

const copyChecked = async (from: string, destination: string): Promise<void> => {
  const stats = await stat(from);
  if (stats.isDirectory()) {
    await mkdir(destination, { mode: 0o700 });
    for (const name of await readdir(from))
      await copyChecked(join(from, name), join(destination, name));
  } else {
    if (await isLockedFile(from)) {
      throw new AppError('Conflict', 'A link leads to the data of Octavo, so nothing was moved');
    }
    const target = await open(destination, 'wx', 0o600);
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await target.writeFile(chunk);
      }
      await target.sync();
    } finally {
      await target.close();
    }
    if ((await hashOf(destination)) !== hash.digest('hex'))
      throw new AppError('Conflict', 'A copy differs from its file, so nothing was moved');
  }
  // Only root can give files to another owner; some network drives have no modes.
  await chown(destination, stats.uid, stats.gid).catch(() => undefined);
  await chmod(destination, stats.mode).catch(() => undefined);
  await utimes(destination, utimeOf(stats.atimeMs), utimeOf(stats.mtimeMs));
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};
