import { statSync } from 'node:fs';
import { join } from 'node:path';

import { formatOf } from '../../media/formats/format-of.ts';
import { normalize } from '../../text/search-key.ts';
import { inodeKey, type KnownBook } from '../scan/file-matching.ts';
import { selectFiles } from '../scan/file-list.ts';
import type { WalkedFile } from '../scan/walked-file.ts';
import { statAgain, type Walk } from '../scan/walk.ts';
import type { CalibreBook, CalibreFile } from './calibre-database.ts';
import type { FormatFile } from './format-store.ts';

/** The files of one book. Only the one that is read stays in the walk. */
export interface BookFormats {
  /** The other formats. */
  files: FormatFile[];
  /** The book of these files; null if there is none yet, or none with this path. */
  book: KnownBook | null;
  /** Books that the other formats were until now. */
  former: KnownBook[];
}

interface KnownFormats {
  known: readonly KnownBook[];
  /** Of the last scan. */
  stored: readonly (FormatFile & { book_pk: number })[];
  /** Formats that people chose, by book. */
  choices: ReadonlyMap<number, string>;
  /** Formats in order of preference. */
  order: readonly string[];
}

/** In lower case. */
export const endingOf = (path: string): string =>
  path.slice(path.lastIndexOf('.') + 1).toLowerCase();

const stampOf = (path: string, size: number, modifiedMs: number): string =>
  `${endingOf(path)} ${size} ${modifiedMs}`;

/** The files that belong together by the database, or if it was not read, by the last scan. */
const filesTogether = (
  fresh: ReadonlyMap<string, CalibreBook> | null,
  { known, stored }: KnownFormats,
): CalibreFile[][] => {
  if (fresh !== null) return [...new Set(fresh.values())].map(({ files }) => files);
  const paths = new Map(known.map(({ pk, path }) => [pk, path]));
  return [...Map.groupBy(stored, ({ book_pk }) => book_pk)].map(([pk, others]) => {
    const path = paths.get(pk);
    return [...(path === undefined ? [] : [{ path, format: endingOf(path) }]), ...others];
  });
};

/**
 * Groups the formats of each book: keeps the file that is read in the walk, and removes the others
 * from it. `only`: the walk has not seen all files.
 */
export const groupFormats = (
  root: string,
  walked: Walk,
  fresh: ReadonlyMap<string, CalibreBook> | null,
  formats: KnownFormats & { only: boolean },
): Map<string, BookFormats> => {
  const { known, stored, choices, order, only } = formats;
  const walkedAt = new Map<string, WalkedFile>();
  for (const file of walked.files) walkedAt.set(normalize(file.path), file);
  const byPk = new Map(known.map((book) => [book.pk, book]));
  const byPath = new Map<string, KnownBook>();
  for (const { path, book_pk } of stored) {
    const book = byPk.get(book_pk);
    if (book) byPath.set(normalize(path), book);
  }
  for (const book of known) byPath.set(normalize(book.path), book);
  const byInode = new Map(
    known.map((book) => [inodeKey(book.inode, book.file_size, book.file_modified_ms), book]),
  );
  // Calibre has renamed the folder, so that the file that was read is gone.
  const missing = only ? [] : stored.filter(({ path }) => !walkedAt.has(normalize(path)));
  const missingByStamp = Map.groupBy(missing, ({ path, file_size, file_modified_ms }) =>
    stampOf(path, file_size, file_modified_ms),
  );
  const formerOwner = ({ path, size, mtimeMs }: WalkedFile): KnownBook | undefined => {
    const [found, ...others] = missingByStamp.get(stampOf(path, size, mtimeMs)) ?? [];
    return found && others.length === 0 ? byPk.get(found.book_pk) : undefined;
  };
  const bookOf = (file: WalkedFile): KnownBook | undefined =>
    byPath.get(normalize(file.path)) ??
    byInode.get(inodeKey(file.inode, file.size, file.mtimeMs)) ??
    formerOwner(file);
  const rank = (path: string): number => {
    const index = order.indexOf(formatOf(path) ?? '');
    return index < 0 ? order.length : index;
  };

  const hadFormats = new Set(stored.map(({ book_pk }) => book_pk));
  const found = new Map<string, BookFormats>();
  const hidden = new Set<string>();
  const claimed = new Set<number>();
  for (const files of filesTogether(fresh, formats)) {
    const isTouched = files.some(({ path }) => walkedAt.has(normalize(path)));
    if (!isTouched) continue;
    const readable: WalkedFile[] = [];
    const others: FormatFile[] = [];
    for (const { path, format } of files) {
      const present =
        walkedAt.get(normalize(path)) ??
        (only && formatOf(path) !== null ? statAgain(root, path, false) : null);
      if (present) readable.push(present);
      else others.push(...otherFile(root, path, format));
    }
    const books = [...new Set(readable.flatMap((file) => bookOf(file) ?? []))].filter(
      ({ pk }) => !claimed.has(pk),
    );
    const choice = books.map(({ pk }) => choices.get(pk)).find((format) => format !== undefined);
    const main = readable.toSorted(
      (a, b) =>
        Number(endingOf(b.path) === choice) - Number(endingOf(a.path) === choice) ||
        rank(a.path) - rank(b.path),
    )[0];
    if (!main) continue;
    const book = books.find(({ path }) => path === main.path) ?? books[0] ?? null;
    for (const { pk } of books) claimed.add(pk);
    for (const file of readable) {
      if (file === main) continue;
      hidden.add(file.path);
      others.push({
        format: endingOf(file.path),
        path: file.path,
        file_size: file.size,
        file_modified_ms: file.mtimeMs,
      });
    }
    if (!walkedAt.has(normalize(main.path))) {
      // The other formats of a book that this scan leaves alone.
      if (book !== null) continue;
      walked.files.add(main);
    }
    const isSame = books.length < 2 && (book === null || book.path === main.path);
    if (others.length > 0 || !isSame || (book !== null && hadFormats.has(book.pk))) {
      found.set(main.path, {
        files: others,
        book,
        former: books.filter((other) => other !== book),
      });
    }
  }
  if (hidden.size > 0) walked.files = selectFiles(walked.files, ({ path }) => !hidden.has(path));
  return found;
};

/** A file that Octavo cannot read but can offer for download. */
const otherFile = (root: string, path: string, format: string): FormatFile[] => {
  try {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    return stats?.isFile() === true
      ? [{ format, path, file_size: stats.size, file_modified_ms: Math.trunc(stats.mtimeMs) }]
      : [];
  } catch {
    return [];
  }
};
