import { type BigIntStats, type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type BookFormat, bookFormats } from '../../../shared/api/book-record.ts';
import {
  type FolderEntry,
  isFolderBook,
  isFolderEntry,
} from '../../media/formats/folder-entries.ts';
import { isFileDraft } from '../../lib/file-drafts.ts';
import { formatOf } from '../../media/formats/format-of.ts';
import { hasNameOfEpub, unsupportedAdvice } from '../../media/formats/unsupported-format.ts';
import { childPath } from '../../paths/child-path.ts';
import { isJunkName } from '../../paths/junk-names.ts';
import { createGlob } from './exclude-pattern.ts';
import { createFileList, type FileList } from './file-list.ts';
import {
  canBeSidecar,
  folderPicture,
  type SidecarFile,
  sidecarNames,
  stemOfBook,
  stemOfName,
} from './sidecar-files.ts';
import type { WalkedFile } from './walked-file.ts';

export interface WalkError {
  path: string;
  /** True for a folder, whose contents are unknown. */
  directory: boolean;
  message: string;
}

export interface Walk {
  files: FileList;
  /** mtime of the `series.json` in each folder, milliseconds since the epoch. */
  sidecars: Map<string, number>;
  /** Files beside each book that describe it or are its cover, by its path. */
  bookSidecars: Map<string, SidecarFile[]>;
  /** The picture of each folder that has one. */
  folderCovers: Map<string, SidecarFile>;
  /** Paths of files that Octavo was writing, or is. */
  drafts: string[];
  /** Paths of books in unsupported formats, unless the same book is beside them in a supported one. */
  unsupported: string[];
  /** Inaccessible folders and files: their contents are unknown, not missing. */
  errors: WalkError[];
}

/** The file system calls of a walk; tests inject failing ones. */
export interface WalkFileSystem {
  readdir: (path: string) => Dirent[];
  stat: (path: string) => BigIntStats;
}

const realFileSystem: WalkFileSystem = {
  readdir: (path) => readdirSync(path, { withFileTypes: true }),
  stat: (path) => statSync(path, { bigint: true }),
};

export interface WalkOptions {
  /** Formats of the books to find; all by default. */
  formats?: readonly BookFormat[];
  /** Globs relative to the root; a matching folder is skipped with its contents. */
  excluded?: readonly string[];
  /** Whether to look for files beside the books; true by default. */
  withSidecars?: boolean;
  cancelled?: () => boolean;
  fileSystem?: WalkFileSystem;
}

const reason = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  if (code === 'EACCES' || code === 'EPERM')
    return 'Octavo does not have permission to read it. Give its user account read access.';
  if (code === 'ENOENT') return 'It is a link that leads nowhere, or it vanished during the scan.';
  if (code === 'ELOOP') return 'It is a link that leads to itself.';
  if (code === 'ENAMETOOLONG')
    return 'Its path is longer than the system allows. Move it higher up or shorten names.';
  return `It cannot be read (${code}). Check the disk or the network drive.`;
};

/** Takes the place of a file that macOS before 14 keeps in iCloud only, to free space. */
const evictedFile = /^\.(.+)\.icloud$/;

/** Invalid UTF-8 in a name becomes this character, and such a path cannot be opened. */
const undecodable = '\ufffd';

const toFile = (path: string, { size, mtimeMs, ino }: BigIntStats): WalkedFile => ({
  path,
  size: Number(size),
  mtimeMs: Number(mtimeMs),
  inode: String(ino),
});

const toFolder = (path: string, stats: BigIntStats, entries: FolderEntry[]): WalkedFile => ({
  ...toFile(path, stats),
  size: entries.reduce((sum, { size }) => sum + size, 0),
  // Adding, removing or renaming a file changes the folder's own mtime.
  mtimeMs: Math.max(Number(stats.mtimeMs), ...entries.map(({ mtimeMs }) => mtimeMs)),
  entries,
});

/** Names of files in a folder. */
interface NamesInFolder {
  books: string[];
  /** Pages of a book that is this folder. */
  entries: string[];
  /** Possible sidecars. */
  beside: string[];
  /** In formats that Octavo does not read. */
  others: string[];
}

/** Identifies a folder however it was reached; by its path on a drive without inodes. */
const folderKey = (path: string, { dev, ino }: BigIntStats): string => {
  if (ino !== 0n) return `${dev}:${ino}`;
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/**
 * Re-reads one book of an earlier walk, a folder with its contents. Null if it is gone or
 * inaccessible.
 */
export const statAgain = (root: string, path: string, isFolder: boolean): WalkedFile | null => {
  const { readdir, stat } = realFileSystem;
  try {
    const stats = stat(join(root, path));
    if (!isFolder) return stats.isFile() ? toFile(path, stats) : null;
    const entries = readdir(join(root, path)).flatMap(({ name }) => {
      if (isJunkName(name) || !isFolderEntry(name)) return [];
      const entry = stat(join(root, path, name));
      if (!entry.isFile()) return [];
      return { name, size: Number(entry.size), mtimeMs: Number(entry.mtimeMs) };
    });
    return entries.length === 0 ? null : toFolder(path, stats, entries);
  } catch {
    return null;
  }
};

/**
 * Finds the books below `root`, folder by folder, sorted by name: book files, and folders of page
 * images without book files. Synchronous, for a worker thread, because promises take several times
 * as long. Follows links, but enters no folder twice. Throws only if the root itself is unreadable.
 */
export const walk = (root: string, options: WalkOptions = {}): Walk => {
  const { readdir, stat } = options.fileSystem ?? realFileSystem;
  const excluded = (options.excluded ?? []).map(createGlob);
  const formats = new Set(options.formats ?? bookFormats);
  const isWanted = (name: string) => {
    const format = formatOf(name);
    return format !== null && formats.has(format);
  };
  const isExcluded = (path: string) => excluded.some((matches) => matches(path));
  const files = createFileList();
  const sidecars = new Map<string, number>();
  const bookSidecars = new Map<string, SidecarFile[]>();
  const folderCovers = new Map<string, SidecarFile>();
  const withSidecars = options.withSidecars ?? true;
  const drafts: string[] = [];
  const unsupported: string[] = [];
  const errors: WalkError[] = [];
  const visited = new Set<string>();

  const look = (path: string, directory = false): BigIntStats | null => {
    try {
      return stat(join(root, path));
    } catch (error) {
      const unnamed = path.includes(undecodable);
      const message = unnamed ? 'Its name is not valid UTF-8. Rename it.' : reason(error);
      // A folder with an undecodable name can never have contained known books.
      errors.push({ path, directory: directory && !unnamed, message });
      return null;
    }
  };

  /** A book that is there, but cannot be read: it must not count as missing. */
  const addEvicted = (path: string) => {
    if (!isWanted(path) || isExcluded(path)) return;
    errors.push({
      path,
      directory: false,
      message: 'It is in iCloud only. Download it in the Finder.',
    });
  };

  const addFile = (path: string) => {
    const stats = look(path);
    if (stats?.isFile()) files.add(toFile(path, stats));
  };

  const addFolder = (path: string, stats: BigIntStats, names: readonly string[]) => {
    const entries = names.flatMap((name) => {
      const entry = look(`${path}/${name}`);
      return entry ? { name, size: Number(entry.size), mtimeMs: Number(entry.mtimeMs) } : [];
    });
    files.add(toFolder(path, stats, entries));
  };

  const addSidecar = (folder: string, path: string) => {
    const stats = look(path);
    if (stats) sidecars.set(folder, Number(stats.mtimeMs));
  };

  const sidecarAt = (folder: string, name: string): SidecarFile[] => {
    const stats = look(childPath(folder, name));
    return stats?.isFile()
      ? [{ name, size: Number(stats.size), mtimeMs: Number(stats.mtimeMs) }]
      : [];
  };

  /** Looks only at files that belong to a book or to the folder. */
  const addSidecars = (folder: string, books: readonly string[], names: readonly string[]) => {
    if (!withSidecars || names.length === 0) return;
    for (const [book, found] of sidecarNames(books, names)) {
      const seen = found.flatMap((name) => sidecarAt(folder, name));
      if (seen.length > 0) bookSidecars.set(childPath(folder, book), seen);
    }
    const picture = folderPicture(names);
    const [cover] = picture === null ? [] : sidecarAt(folder, picture);
    if (cover) folderCovers.set(folder, cover);
  };

  const list = (folder: string): Dirent[] => {
    try {
      return readdir(join(root, folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (folder === '') throw error;
      errors.push({ path: folder, directory: true, message: reason(error) });
      return [];
    }
  };

  const addEntry = (folder: string, name: string, names: NamesInFolder) => {
    const path = childPath(folder, name);
    const format = formatOf(name);
    if (format !== null) {
      names.books.push(name);
      if (formats.has(format)) addFile(path);
    } else if (name === 'series.json') {
      if (withSidecars) addSidecar(folder, path);
    } else {
      if (isFolderEntry(name)) names.entries.push(name);
      else if (unsupportedAdvice(name) !== null) names.others.push(name);
      if (canBeSidecar(name)) names.beside.push(name);
    }
  };

  const enter = (folder: string) => {
    if (options.cancelled?.()) return;
    const stats = look(folder, true);
    if (stats === null) return;
    const key = folderKey(join(root, folder), stats);
    if (visited.has(key)) return;
    visited.add(key);
    const known = files.length;
    const names: NamesInFolder = { books: [], entries: [], beside: [], others: [] };
    for (const entry of list(folder)) {
      const { name } = entry;
      const path = childPath(folder, name);
      if (isFileDraft(name)) drafts.push(path);
      const evicted = evictedFile.exec(name)?.[1];
      if (evicted !== undefined) addEvicted(childPath(folder, evicted));
      if (isJunkName(name) || isExcluded(path)) continue;
      // A link must be followed to find its type.
      const kind = entry.isSymbolicLink() ? look(path) : entry;
      if (kind?.isDirectory()) {
        if (isExcluded(`${path}/`)) continue;
        const before = files.length;
        enter(path);
        if (files.length === before && hasNameOfEpub(name)) unsupported.push(path);
      } else if (kind?.isFile()) addEntry(folder, name, names);
    }
    const stems = new Set(names.others.length > 0 ? names.books.map(stemOfBook) : []);
    const alone = names.others.filter((name) => !stems.has(stemOfName(name)));
    unsupported.push(...alone.map((name) => childPath(folder, name)));
    const isBook =
      folder !== '' &&
      names.books.length === 0 &&
      isFolderBook(names.entries, { holdsBooks: files.length > known });
    if (!isBook) addSidecars(folder, names.books, names.beside);
    else if (formats.has('folder')) addFolder(folder, stats, names.entries);
  };

  enter('');
  return { files, sidecars, bookSidecars, folderCovers, drafts, unsupported, errors };
};
