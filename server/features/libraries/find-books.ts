import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { BookFormat } from '../../../shared/api/book-record.ts';
import { isFolderBook, isFolderEntry } from '../../media/formats/folder-entries.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { childPath } from '../../paths/child-path.ts';
import { isJunkName } from '../../paths/junk-names.ts';
import { calibreName } from '../../scanner/calibre/calibre-name.ts';
import { createGlob } from '../../scanner/scan/exclude-pattern.ts';

export interface FoundBook {
  /** Relative to the folder, `/` between folders. */
  path: string;
  format: BookFormat;
}

const maxBooks = 50_000;
const maxDepth = 32;

/**
 * Finds books by name only, without opening files, until `signal` is aborted. Does not follow
 * links, and skips unreadable folders.
 */
export const findBooks = async (
  root: string,
  {
    excluded,
    formats,
    signal,
  }: { excluded: readonly string[]; formats: readonly BookFormat[]; signal: AbortSignal },
): Promise<{ books: FoundBook[]; leftOut: number; hasCalibre: boolean; complete: boolean }> => {
  const globs = excluded.map(createGlob);
  const isExcluded = (path: string) => globs.some((matches) => matches(path));
  const wanted = new Set(formats);
  const books: FoundBook[] = [];
  let leftOut = 0;
  let hasCalibre = false;
  const isEnough = () => signal.aborted || books.length >= maxBooks;

  const enter = async (folder: string, depth: number): Promise<void> => {
    if (isEnough() || depth > maxDepth) return;
    const known = books.length;
    const pictures: string[] = [];
    let holdsFiles = false;
    for (const entry of await list(join(root, folder))) {
      const { name } = entry;
      const path = childPath(folder, name);
      if (isJunkName(name)) continue;
      if (isExcluded(path)) {
        if (!entry.isDirectory() && formatOf(name) !== null) leftOut += 1;
        continue;
      }
      if (entry.isDirectory()) {
        if (!isExcluded(`${path}/`)) await enter(path, depth + 1);
        continue;
      }
      const format = formatOf(name);
      if (format !== null) {
        holdsFiles = true;
        if (wanted.has(format)) books.push({ path, format });
        else leftOut += 1;
      } else if (isFolderEntry(name)) pictures.push(name);
      else if (path === calibreName) hasCalibre = true;
    }
    if (folder === '' || holdsFiles || pictures.length === 0) return;
    if (!isFolderBook(pictures, { holdsBooks: books.length > known })) return;
    if (wanted.has('folder')) books.push({ path: folder, format: 'folder' });
    else leftOut += 1;
  };

  // A network drive can hang forever; the call then blocks its thread, but the caller continues.
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([enter('', 0), aborted]);
  return { books: [...books], leftOut, hasCalibre, complete: !isEnough() };
};

const list = async (path: string): Promise<Dirent[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
};
