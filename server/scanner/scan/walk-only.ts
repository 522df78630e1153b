import { statSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { statAgain, type Walk } from './walk.ts';

/** `Marvel/Saga/1.cbz` → `Marvel/Saga`, `Marvel`, and the root, which is empty. */
const foldersAbove = (path: string): string[] => {
  const folder = dirname(path);
  return folder === '.' ? [''] : [folder, ...foldersAbove(folder)];
};

/**
 * Reads only these files of a library, and the `series.json` in the folders above them. `known` are
 * the modification times of the other ones, ms since the epoch, which stay as they are.
 */
export const walkOnly = (
  root: string,
  paths: readonly string[],
  known: ReadonlyMap<string, number>,
): Walk => {
  const sidecars = new Map(known);
  for (const folder of new Set(paths.flatMap(foldersAbove))) {
    const stats = statSync(join(root, folder, 'series.json'), { throwIfNoEntry: false });
    if (stats?.isFile()) sidecars.set(folder, Math.trunc(stats.mtimeMs));
    else sidecars.delete(folder);
  }
  const found = paths.map((path) => statAgain(root, path, false));
  return { files: found.filter((file) => file !== null), sidecars, errors: [] };
};
