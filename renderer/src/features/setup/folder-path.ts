/** A folder of a path, with the path that leads to it. */
export interface PathSegment {
  name: string;
  path: string;
}

/**
 * The folders of an absolute path from its root: `/srv/Comics` → `/`, `srv`, `Comics`. Windows paths
 * begin with a drive (`C:\\`) or a share (`\\\\nas\\books`).
 */
export const pathSegments = (path: string): PathSegment[] => {
  const [root = ''] = /^(?:\\\\[^\\]+\\[^\\]+|[A-Za-z]:\\|\/)/.exec(path) ?? [];
  const separator = root.includes('\\') ? '\\' : '/';
  let so = root;
  const folders = path
    .slice(root.length)
    .split(separator)
    .filter(Boolean)
    .map((name) => {
      so = so.endsWith(separator) || so === '' ? so + name : so + separator + name;
      return { name, path: so };
    });
  return root === '' ? folders : [{ name: root, path: root }, ...folders];
};

/** The folder whose entries complete a typed path; null if the path is not absolute. */
export const folderToComplete = (typed: string): string | null => {
  const end = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf('\\'));
  if (end < 0 || !/^(?:\/|[A-Za-z]:\\|\\\\)/.test(typed)) return null;
  // The separator of a root belongs to it.
  const isRoot = end === 0 || /^[A-Za-z]:\\?$/.test(typed.slice(0, end));
  return typed.slice(0, isRoot ? end + 1 : end);
};

/** Whether two different folders share a part: one is inside the other. */
export const areNested = (path: string, other: string): boolean => {
  const [outer = [], inner = []] = [path, other]
    .map((folder) => pathSegments(folder).map(({ name }) => name))
    .toSorted((a, b) => a.length - b.length);
  return path !== other && outer.every((name, index) => name === inner[index]);
};

/** Folders that file managers hide. */
export const isHidden = (name: string): boolean =>
  name.startsWith('.') || name === '$RECYCLE.BIN' || name === 'System Volume Information';

const lastKey = 'octavo.last-folder';

/** Where the last folder was chosen on this device, or null. */
export const lastPlace = (): string | null => localStorage.getItem(lastKey);

/** Remembers the folder around the chosen one, which often contains the next one too. */
export const rememberPlace = (chosen: string): void => {
  const around = pathSegments(chosen).at(-2)?.path ?? chosen;
  localStorage.setItem(lastKey, around);
};
