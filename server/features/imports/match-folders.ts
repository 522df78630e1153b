import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

import { withTimeout } from '../../lib/with-timeout.ts';
import { toSearchKey } from '../../text/search-key.ts';
import type { RecordOf } from './model.ts';
import { stemOf, type MatchStore } from './match-store.ts';
import { pathBelow, withoutCommonEnd, withSlashes, type FolderMapping } from './folder-mapping.ts';
import type { Line, Match } from './lines-store.ts';

/** Size of the sample of books whose names and sizes locate a folder. */
const sampledBooks = 300;

/**
 * Finds the current folder of a source library: the same path, the folder with most of a sample of its books,
 * or the library of the same name.
 */
export const matchFolder = (
  record: RecordOf<'library'>,
  books: readonly RecordOf<'book'>[],
  store: MatchStore,
): Match => {
  const oldRoot = record.folders[0] ?? '/';
  const libraries = store.libraries();
  const isHere = libraries.some(
    ({ path }) => pathBelow(oldRoot, path) !== null || pathBelow(path, oldRoot) !== null,
  );
  if (isHere) return { state: 'matched', basis: 'place', target: oldRoot };
  const voted = byBooks(record, books, store);
  const named = libraries.find(({ name }) => toSearchKey(name) === toSearchKey(record.name));
  // A few books that were moved to a subfolder do not make it the library.
  const isWithin = named !== undefined && voted !== null && pathBelow(voted, named.path) !== null;
  if (voted !== null) {
    return { state: 'matched', basis: 'books', target: isWithin ? named.path : voted };
  }
  if (named) return { state: 'likely', basis: 'name', target: named.path };
  return { state: 'missing', basis: null, target: null };
};

/** Number of books that are looked for before the folder of a library counts as absent. */
const soughtBooks = 20;
/** Time limit for a drive, which counts as absent afterwards; ms. */
const driveLimit = 5000;

/**
 * Whether the folder of a source library is on this machine, that is, contains one of its books. Never
 * accesses a network path of Windows, because that would sign in to a computer that the source names.
 */
export const isFolderHere = async (
  { folders }: RecordOf<'library'>,
  books: readonly RecordOf<'book'>[],
): Promise<boolean> => {
  const folder = withSlashes(folders[0] ?? '');
  if (!isAbsolute(folder) || folder === '/' || folder.startsWith('//')) return false;
  const paths = books
    .flatMap(({ path }) => path ?? [])
    .filter((path) => Boolean(pathBelow(path, folder)) && !withSlashes(path).includes('/../'))
    .slice(0, soughtBooks);
  const check = async (): Promise<boolean> => {
    for (const path of paths) if (await isFile(path)) return true;
    return false;
  };
  return withTimeout(check(), driveLimit, false);
};

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

const nameIn = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').normalize('NFC');

const byBooks = (
  { folders }: RecordOf<'library'>,
  books: readonly RecordOf<'book'>[],
  store: MatchStore,
): string | null => {
  const votes = new Map<string, number>();
  const { ofSize, ofName } = store.byNameAndSize();
  for (const { path, size } of books.slice(0, sampledBooks)) {
    if (path === null) continue;
    const keys = size === null ? ofName.get(stemOf(path)) : ofSize.get(size);
    const here = (keys ?? []).slice(0, 5).flatMap((pk) => store.bookOfKey(pk) ?? []);
    const named = here.filter(({ filename }) => nameIn(path) === filename.normalize('NFC'));
    if (named.length !== 1 || !named[0]) continue;
    const now = `${named[0].library_path}/${named[0].path}`;
    const mapping = withoutCommonEnd(path, now);
    const target = mappedRoot(folders[0] ?? '/', mapping);
    if (target !== null) votes.set(target, (votes.get(target) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best?.[0] ?? null;
};

/** The new path of a folder whose content has moved. */
const mappedRoot = (
  folder: string,
  { from: oldRoot, to: newRoot }: FolderMapping,
): string | null => {
  // The book moved within its library.
  const rest = pathBelow(oldRoot, folder);
  if (rest !== null && rest !== '') return null;
  const deeper = pathBelow(folder, oldRoot);
  if (deeper === null) return null;
  return deeper === '' ? newRoot : `${newRoot}/${deeper}`;
};

/** The mappings of all libraries, those of deeper folders first. */
export const mappingsOf = (
  libraries: readonly Pick<Line<'library'>, 'record' | 'target'>[],
): FolderMapping[] =>
  libraries
    .flatMap(({ record, target }) => {
      const oldRoot = record.folders[0];
      return target === null || oldRoot === undefined ? [] : [{ from: oldRoot, to: target }];
    })
    .sort((a, b) => b.from.length - a.from.length);
