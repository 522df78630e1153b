import { statSync } from 'node:fs';
import { join } from 'node:path';

import { filesWhere } from './file-list.ts';
import type { ListedBook } from './file-matching.ts';
import type { WalkedFile } from './walked-file.ts';

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

/** Values by the key of their path; null for a key with several. */
const uniqueByKey = <Value extends { path: string }>(
  values: Iterable<Value>,
  keyOf: (path: string) => string,
) => {
  const found = new Map<string, Value | null>();
  for (const value of values) {
    const key = keyOf(value.path);
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
  {
    known,
    homeless,
    files,
  }: {
    known: ReadonlyMap<string, ListedBook>;
    /** Those of them that have no file at their path. */
    homeless: readonly ListedBook[];
    files: Iterable<WalkedFile>;
  },
  inode = inodeAt,
): Map<string, ListedBook> => {
  const respelled = new Map<string, ListedBook>();
  if (homeless.length === 0) return respelled;
  const isUnknown = ({ path }: WalkedFile) => !known.has(path);
  const [probe] = filesWhere(files, isUnknown);
  if (!probe) return respelled;
  const keyOf = ignoresCase(root, probe.path, inode)
    ? (path: string) => path.normalize('NFC').toLowerCase()
    : (path: string) => path.normalize('NFC');
  const books = uniqueByKey(homeless, keyOf);
  const candidates = filesWhere(files, (file) => isUnknown(file) && books.has(keyOf(file.path)));
  for (const [key, file] of uniqueByKey(candidates, keyOf)) {
    const book = books.get(key);
    if (file && book) respelled.set(file.path, book);
  }
  return respelled;
};
