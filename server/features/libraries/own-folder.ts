import type { Library } from '../../../shared/api/libraries.ts';
import { isPathWithin } from '../../scanner/scan/folder-overlap.ts';

/**
 * A message naming the library that would contain one of Octavo's own folders, by path alone; null
 * if there is none.
 */
export const libraryProblem = (
  folder: string,
  libraries: readonly Pick<Library, 'name' | 'path'>[],
): string | null => {
  if (folder === '') return null;
  const around = libraries.find(({ path }) => isPathWithin(path, folder));
  return around === undefined
    ? null
    : `The folder is inside the folder of library "${around.name}". Choose one outside of it.`;
};
