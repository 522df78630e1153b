import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { ForeignDatabaseError } from '../../../lib/foreign-database/foreign-database.ts';
import { refuseOwnDatabase } from '../../../lib/foreign-database/own-database.ts';
import { openRegular } from '../../../media/regular-file.ts';
import { MediaError } from '../../../media/media-error.ts';

/**
 * Copies the chosen file, so that its program can continue to write to it. Throws ForeignDatabaseError with a
 * message for people.
 */
export const copyGivenFile = async (
  path: string,
  { folder, maxBytes, signal }: { folder: string; maxBytes: number; signal: AbortSignal },
): Promise<{ file: string; remove: () => Promise<void> }> => {
  await refuseOwnDatabase(path);
  const handle = await openRegular(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new ForeignDatabaseError('This file does not exist. Choose it again.');
    }
    if (error instanceof MediaError) throw new ForeignDatabaseError('This is not a file.');
    throw error;
  });
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) {
      throw new ForeignDatabaseError(
        `This file is larger than ${Math.floor(maxBytes / 1024 ** 2)} MiB, which is more than Octavo reads.`,
      );
    }
    const home = await mkdtemp(join(folder, 'foreign-'));
    const remove = () => rm(home, { recursive: true, force: true });
    try {
      const file = join(home, 'copy');
      const end = Math.max(size, 1) - 1;
      const given = handle.createReadStream({ start: 0, end, autoClose: false });
      await pipeline(given, createWriteStream(file, { mode: 0o600 }), { signal });
      return { file, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  } finally {
    await handle.close();
  }
};
