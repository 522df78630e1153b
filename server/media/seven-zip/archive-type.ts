import { extname } from 'node:path';

import { type FileType, fileTypeOf } from '../media-type.ts';
import { openRegular } from '../regular-file.ts';

/** Archive types that 7-Zip unpacks, as values of its switch -t. */
export type ArchiveType = 'rar' | 'rar5' | '7z' | 'tar' | 'zip';

const types: Partial<Record<FileType, ArchiveType>> = {
  rar4: 'rar',
  rar5: 'rar5',
  '7z': '7z',
  tar: 'tar',
};

/**
 * Detects an archive's type by content; an unknown one is treated as an old TAR or a ZIP, by its
 * name.
 */
export const archiveTypeOf = async (path: string): Promise<ArchiveType> => {
  const file = await openRegular(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const known = types[fileTypeOf(buffer.subarray(0, bytesRead))];
    return known ?? (/^\.(cbt|tar)$/i.test(extname(path)) ? 'tar' : 'zip');
  } finally {
    await file.close();
  }
};
