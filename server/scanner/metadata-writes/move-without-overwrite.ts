import { linkSync, lstatSync, rmSync } from 'node:fs';

import { renameFile } from '../../lib/rename-file.ts';
import { isSystemError } from '../../media/media-error.ts';

/**
 * Moves a file to a free path, because a link fails if the path is taken. On drives without links, it checks
 * the path and renames. Throws EEXIST.
 */
export const moveWithoutOverwrite = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!isSystemError(error) || error.code === 'EEXIST') throw error;
    if (lstatSync(target, { throwIfNoEntry: false }))
      throw Object.assign(new Error('The file exists'), { code: 'EEXIST', syscall: 'link' });
    renameFile(source, target);
    return;
  }
  rmSync(source, { force: true });
};
