import { win32 } from 'node:path';

/** Maximum path length of the Windows shell, in any form. */
const maxShell = 259;

/**
 * A path that the file manager can show: the path itself, or on Windows, if it is too long, its
 * nearest parent that is not.
 */
export const fileManagerPath = (path: string, platform: NodeJS.Platform): string => {
  if (platform !== 'win32') return path;
  let shown = win32.normalize(path);
  while (shown.length > maxShell && win32.dirname(shown) !== shown) shown = win32.dirname(shown);
  return shown;
};
