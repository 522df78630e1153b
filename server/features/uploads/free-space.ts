import { statfs } from 'node:fs/promises';

import type { Upload } from '../../../shared/api/uploads.ts';
import { AppError } from '../../../shared/errors.ts';

/** Space that stays free on the drive, bytes: databases and caches may be on it too. */
const reservedBytes = 256 * 1024 * 1024;

/** Throws UnprocessableContent if a file does not fit beside those that are still arriving. */
export const requireSpace = async (
  folder: string,
  size: number,
  arriving: readonly Pick<Upload, 'file_size' | 'received'>[],
): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const promised = arriving.reduce((sum, entry) => sum + entry.file_size - entry.received, 0);
  if (bavail * bsize - promised - reservedBytes >= size) return;
  throw new AppError(
    'UnprocessableContent',
    'The drive of the library has too little free space for this file.',
  );
};
