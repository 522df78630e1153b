import { sep } from 'node:path';

/**
 * SQL of the path of a book as people know it. A scan appends a NUL and the key to the path of a book whose
 * place another file has taken, because paths are unique; a book that is not found elsewhere keeps that.
 */
export const shownPath = (alias: string): string =>
  `iif(${isDisplaced(alias)}, substr(${alias}.path, 1, instr(${alias}.path, char(0)) - 1), ${alias}.path)`;

/** SQL that is true for a book whose place another file has taken. */
export const isDisplaced = (alias: string): string => `instr(${alias}.path, char(0)) > 0`;

/** SQL of the path of a file or folder of a library on this machine, as its operating system writes it. */
export const pathOnDisk = (root: string, path: string): string => {
  const native = sep === '/' ? path : `replace(${path}, '/', '${sep}')`;
  // The root of a drive ends with a separator already.
  return `rtrim(${root}, '${sep}') || '${sep}' || ${native}`;
};
