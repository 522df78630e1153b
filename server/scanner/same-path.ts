import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { KnownBook } from './identity.ts';
import type { WalkedFile } from './walk.ts';

const swapCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const inodeAt = (path: string): string | null => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
};

/** Whether a volume finds a file that lies on it under its name in the other case as well. */
const ignoresCase = (root: string, path: string, inode: typeof inodeAt): boolean => {
  const swapped = inode(join(root, swapCase(path)));
  return swapped !== null && swapCase(path) !== path && swapped === inode(join(root, path));
};

/** Values by key, null where several have it. */
const uniqueByKey = <Value>(values: Iterable<Value>, keyOf: (value: Value) => string) => {
  const found = new Map<string, Value | null>();
  for (const value of values) {
    const key = keyOf(value);
    found.set(key, found.has(key) ? null : value);
  }
  return found;
};

/**
 * Books whose path is written in another way now, by the path of the file: composed or decomposed letters
 * (macOS and network drives give either for the same file), or letters of another case on a volume that
 * does not tell them apart. Where several could be meant, none is.
 */
export const findRespelled = (
  root: string,
  known: ReadonlyMap<string, KnownBook>,
  files: ReadonlyMap<string, WalkedFile>,
  inode = inodeAt,
): Map<string, KnownBook> => {
  const respelled = new Map<string, KnownBook>();
  const strangers = [...files.keys()].filter((path) => !known.has(path));
  const [probe] = strangers;
  if (probe === undefined) return respelled;
  const homeless = [...known.values()].filter(({ path }) => !files.has(path));
  if (homeless.length === 0) return respelled;
  const keyOf = ignoresCase(root, probe, inode)
    ? (path: string) => path.normalize('NFC').toLowerCase()
    : (path: string) => path.normalize('NFC');
  const books = uniqueByKey(homeless, ({ path }) => keyOf(path));
  for (const [key, path] of uniqueByKey(strangers, keyOf)) {
    const book = books.get(key);
    if (path !== null && book) respelled.set(path, book);
  }
  return respelled;
};
