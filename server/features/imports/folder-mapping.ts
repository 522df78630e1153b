/**
 * Paths of another machine and of this one, compared with slashes: `C:\Comics` is `C:/Comics`.
 */

export const withSlashes = (path: string): string =>
  path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');

/** Whether a path of any operating system is absolute. */
export const isAbsolute = (path: string): boolean => /^(\/|[a-z]:[\\/]|\\\\)/i.test(path);

/** Paths of Windows, where `d:\comics` is `D:\Comics`. */
const isOfWindows = (path: string): boolean => /^([a-z]:|\/\/)/i.test(path);

/** The part of a path below a folder; null if it is outside of the folder. */
export const pathBelow = (path: string, folder: string): string | null => {
  const [given, root] = [withSlashes(path), withSlashes(folder)];
  const keyOf = (text: string) => (isOfWindows(root) ? text.toLowerCase() : text);
  if (keyOf(given) === keyOf(root)) return '';
  const start = root === '/' ? '/' : `${root}/`;
  return keyOf(given).startsWith(keyOf(start)) ? given.slice(start.length) : null;
};

/** A library of this server with its root folder. */
export interface MappedLibrary {
  pk: number;
  path: string;
}

export interface FolderMapping {
  /** Folder on the machine of the source. */
  from: string;
  /** Its current path. */
  to: string;
}

/** Maps the path of a file to a library and a relative path; null if no library contains it. */
export const mappedPath = (
  path: string,
  mappings: readonly FolderMapping[],
  libraries: readonly MappedLibrary[],
): { library_pk: number; path: string } | null => {
  for (const { from: oldRoot, to: newRoot } of mappings) {
    const rest = pathBelow(path, oldRoot);
    // `..` could lead out of the folder.
    if (rest === null || rest.split('/').includes('..')) continue;
    const now = rest === '' ? newRoot : `${withSlashes(newRoot)}/${rest}`;
    for (const library of libraries) {
      const relative = pathBelow(now, library.path);
      if (relative !== null) return { library_pk: library.pk, path: relative };
    }
  }
  return null;
};

/**
 * Two paths without their common end: `/srv/Comics/a/1.cbz` and `/data/x/a/1.cbz` give `/srv/Comics` and
 * `/data/x`.
 */
export const withoutCommonEnd = (oldPath: string, newPath: string): FolderMapping => {
  const [a, b] = [withSlashes(oldPath).split('/'), withSlashes(newPath).split('/')];
  const isEqual = (left = '', right = '') => left.normalize('NFC') === right.normalize('NFC');
  while (a.length > 1 && b.length > 1 && isEqual(a.at(-1), b.at(-1))) {
    a.pop();
    b.pop();
  }
  return { from: a.join('/') || '/', to: b.join('/') || '/' };
};
