import { type BigIntStats, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type FolderEntry, isFolderBook, isFolderEntry } from '../media/formats/folder-entries.ts';
import { formatOf } from '../media/formats/format-of.ts';
import { createGlob } from './glob.ts';

/** A book as the file system shows it: a file, or a folder of page images. */
export interface WalkedFile {
  /** Relative to the root, `/` between folders, in the form (NFC or NFD) in which it lies on the disk. */
  path: string;
  /** Bytes; of a folder the sum of what is read of it. */
  size: number;
  /** Milliseconds since the epoch, whole; of a folder the latest in it, its own included. */
  mtimeMs: number;
  /** Device and inode: 64 bits each, so text. */
  device: string;
  inode: string;
  /** What is read of a folder. */
  entries?: FolderEntry[];
}

export interface WalkError {
  path: string;
  /** A folder: nothing is known of what lies in it. */
  directory: boolean;
  message: string;
}

export interface Walk {
  files: WalkedFile[];
  /** When the `series.json` of each folder that has one was written, milliseconds since the epoch. */
  sidecars: Map<string, number>;
  /** Folders and files that could not be looked at: what lies there is unknown, not gone. */
  errors: WalkError[];
}

/** The two calls of the file system that a walk makes; tests hand in failing ones. */
export interface WalkFileSystem {
  readdir: (path: string) => Dirent[];
  stat: (path: string) => BigIntStats;
}

const realFileSystem: WalkFileSystem = {
  readdir: (path) => readdirSync(path, { withFileTypes: true }),
  stat: (path) => statSync(path, { bigint: true }),
};

export interface WalkOptions {
  /** Globs relative to the root; what matches is left out, a folder with all that is in it. */
  excluded?: readonly string[];
  cancelled?: () => boolean;
  fileSystem?: WalkFileSystem;
}

/** Folders of operating systems and storage devices. */
const junkFolders = new Set([
  '__MACOSX',
  '@eaDir',
  '#recycle',
  '#snapshot',
  '$RECYCLE.BIN',
  'System Volume Information',
  'lost+found',
]);

const reason = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  if (code === 'EACCES' || code === 'EPERM')
    return 'Octavo may not read it. Give its user the right to.';
  if (code === 'ENOENT') return 'It is a link that leads nowhere, or it vanished during the scan.';
  if (code === 'ELOOP') return 'It is a link that leads to itself.';
  if (code === 'ENAMETOOLONG')
    return 'Its path is longer than the system allows. Move it higher up or shorten names.';
  return `It cannot be read (${code}). Check the disk or the network drive.`;
};

/** A byte sequence that is no UTF-8 arrives as this sign, and no path made of it can be opened. */
const undecodable = '\ufffd';

const toFile = (path: string, { size, mtimeMs, dev, ino }: BigIntStats): WalkedFile => ({
  path,
  size: Number(size),
  mtimeMs: Number(mtimeMs),
  device: String(dev),
  inode: String(ino),
});

const toFolder = (path: string, stats: BigIntStats, entries: FolderEntry[]): WalkedFile => ({
  ...toFile(path, stats),
  size: entries.reduce((sum, { size }) => sum + size, 0),
  // What is added, removed or renamed shows in the folder's own time.
  mtimeMs: Math.max(Number(stats.mtimeMs), ...entries.map(({ mtimeMs }) => mtimeMs)),
  entries,
});

/**
 * Looks again at one book of an earlier walk, a folder with all that is in it. Null when it is gone or
 * cannot be looked at.
 */
export const lookAgain = (root: string, path: string, isFolder: boolean): WalkedFile | null => {
  const { readdir, stat } = realFileSystem;
  try {
    const stats = stat(join(root, path));
    if (!isFolder) return stats.isFile() ? toFile(path, stats) : null;
    const entries = readdir(join(root, path)).flatMap(({ name }) => {
      if (name.startsWith('.') || !isFolderEntry(name)) return [];
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
 * Finds the books below `root`, folder by folder, names in order: book files, and folders below the root
 * that hold page images and no book files. Synchronous, for a thread of its
 * own: promises take several times as long. Follows links, enters no folder twice. Throws only when the
 * root itself cannot be read.
 */
export const walk = (root: string, options: WalkOptions = {}): Walk => {
  const { readdir, stat } = options.fileSystem ?? realFileSystem;
  const excluded = (options.excluded ?? []).map(createGlob);
  const isExcluded = (path: string) => excluded.some((matches) => matches(path));
  const files: WalkedFile[] = [];
  const sidecars = new Map<string, number>();
  const errors: WalkError[] = [];
  const visited = new Set<string>();

  const look = (path: string, directory = false): BigIntStats | null => {
    try {
      return stat(join(root, path));
    } catch (error) {
      const unnamed = path.includes(undecodable);
      const message = unnamed ? 'Its name is not valid UTF-8. Rename it.' : reason(error);
      // No book was ever found in a folder that cannot be named.
      errors.push({ path, directory: directory && !unnamed, message });
      return null;
    }
  };

  const addFile = (path: string) => {
    const stats = look(path);
    if (stats?.isFile()) files.push(toFile(path, stats));
  };

  const addFolder = (path: string, stats: BigIntStats, names: readonly string[]) => {
    const entries = names.flatMap((name) => {
      const entry = look(`${path}/${name}`);
      return entry ? { name, size: Number(entry.size), mtimeMs: Number(entry.mtimeMs) } : [];
    });
    files.push(toFolder(path, stats, entries));
  };

  const addSidecar = (folder: string, path: string) => {
    const stats = look(path);
    if (stats) sidecars.set(folder, Number(stats.mtimeMs));
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

  const enter = (folder: string) => {
    if (options.cancelled?.()) return;
    const stats = look(folder, true);
    if (stats === null) return;
    const key = `${stats.dev}:${stats.ino}`;
    if (visited.has(key)) return;
    visited.add(key);
    const known = files.length;
    const names: string[] = [];
    let holdsFiles = false;
    for (const entry of list(folder)) {
      const { name } = entry;
      if (name.startsWith('.') || junkFolders.has(name)) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isExcluded(path)) continue;
      // What a link leads to shows only when it is followed.
      const kind = entry.isSymbolicLink() ? look(path) : entry;
      if (kind?.isDirectory()) {
        if (!isExcluded(`${path}/`)) enter(path);
      } else if (kind?.isFile() && formatOf(name) !== null) {
        holdsFiles = true;
        addFile(path);
      } else if (kind?.isFile() && name === 'series.json') addSidecar(folder, path);
      else if (kind?.isFile() && isFolderEntry(name)) names.push(name);
    }
    if (folder === '' || holdsFiles) return;
    if (isFolderBook(names, { holdsBooks: files.length > known })) addFolder(folder, stats, names);
  };

  enter('');
  return { files, sidecars, errors };
};
