/** The path of an entry of a folder; the root is the empty path, and `/` separates folders. */
export const childPath = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`;
