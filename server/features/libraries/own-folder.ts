import type { Library } from '../../../shared/api/libraries.ts';
import { isPathWithin } from '../../scanner/same-folder.ts';

/** A sentence on the library in which a folder of Octavo's own would be, by its path alone; null where there is none. */
export const libraryProblem = (
  folder: string,
  libraries: readonly Pick<Library, 'name' | 'path'>[],
): string | null => {
  if (folder === '') return null;
  const around = libraries.find(({ path }) => isPathWithin(path, folder));
  return around === undefined
    ? null
    : `The folder lies in the folder of library "${around.name}". Choose one outside of it`;
};
