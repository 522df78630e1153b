import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { ListedBook } from './file-matching.ts';
import type { WalkedFile } from './walk.ts';

/** Swaps the case, except for letters without a unique counterpart, such as `ß`. */
const swapCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => {
    const isLower = letter === letter.toLowerCase();
    const other = isLower ? letter.toUpperCase() : letter.toLowerCase();
    const back = isLower ? other.toLowerCase() : other.toUpperCase();
    return back === letter ? other : letter;
  });

const inodeAt = (path: string): string | null => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

/** Whether the volume also finds an existing file under its name in swapped case. */
const ignoresCase = (root: string, path: string, inode: typeof inodeAt): boolean => {
  const swapped = inode(join(root, swapCase(path)));
  return swapped !== null && swapCase(path) !== path && swapped === inode(join(root, path));
};

/** Values by key; null for a key with several. */
const uniqueByKey = <Value>(values: Iterable<Value>, keyOf: (value: Value) => string) => {
  const found = new Map<string, Value | null>();
  for (const value of values) {
    const key = keyOf(value);
    found.set(key, found.has(key) ? null : value);
  }
  return found;
};

/**
 * Books whose path is now spelled differently, by file path: NFC or NFD (macOS and network drives
 * return either), or in different case on a case-insensitive volume. Ambiguous matches are skipped.
 */
export const findPathVariants = (
  root: string,
  known: ReadonlyMap<string, ListedBook>,
  files: ReadonlyMap<string, WalkedFile>,
  inode = inodeAt,
): Map<string, ListedBook> => {
  const respelled = new Map<string, ListedBook>();
  const unmatchedFiles = [...files.keys()].filter((path) => !known.has(path));
  const [probe] = unmatchedFiles;
  if (probe === undefined) return respelled;
  const homeless = [...known.values()].filter(({ path }) => !files.has(path));
  if (homeless.length === 0) return respelled;
  const keyOf = ignoresCase(root, probe, inode)
    ? (path: string) => path.normalize('NFC').toLowerCase()
    : (path: string) => path.normalize('NFC');
  const books = uniqueByKey(homeless, ({ path }) => keyOf(path));
  for (const [key, path] of uniqueByKey(unmatchedFiles, keyOf)) {
    const book = books.get(key);
    if (path !== null && book) respelled.set(path, book);
  }
  return respelled;
};
