import { join } from 'node:path';

/** The absolute path of a file, from its path in the library, where `/` separates folders on every system. */
export const pathInLibrary = ({
  library_path,
  path,
}: {
  library_path: string;
  path: string;
}): string => join(library_path, ...path.split('/'));
