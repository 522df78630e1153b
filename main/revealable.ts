import { win32 } from 'node:path';

/** Longer paths the shell of Windows does not take, in no form. */
const maxShell = 259;

/**
 * The file or folder that the file manager can show for a place: the place itself, or on Windows, where its path is
 * too long, the folder around it that is not.
 */
export const revealable = (place: string, platform: NodeJS.Platform): string => {
  if (platform !== 'win32') return place;
  let shown = win32.normalize(place);
  while (shown.length > maxShell && win32.dirname(shown) !== shown) shown = win32.dirname(shown);
  return shown;
};
