import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs';

import { isSystemError } from '../../media/media-error.ts';

/**
 * Moves a file to a place where none is: a link fails if one is there. On drives without links, a rename
 * after a look must do. Throws EEXIST.
 */
export const placeNew = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!isSystemError(error) || error.code === 'EEXIST') throw error;
    if (lstatSync(target, { throwIfNoEntry: false }))
      throw Object.assign(new Error('The file exists'), { code: 'EEXIST', syscall: 'link' });
    renameSync(source, target);
    return;
  }
  rmSync(source, { force: true });
};
