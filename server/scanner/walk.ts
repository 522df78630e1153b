import { type BigIntStats, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { formatOf } from '../media/book-file.ts';
import { createGlob } from './glob.ts';

/** A book file as the file system shows it. */
export interface WalkedFile {
  /** Relative to the root, `/` between folders, in the form (NFC or NFD) in which it lies on the disk. */
  path: string;
  size: number;
  /** Milliseconds since the epoch, whole. */
  mtimeMs: number;
  /** Device and inode: 64 bits each, so text. */
  device: string;
  inode: string;
}

export interface WalkError {
  path: string;
  /** A folder: nothing is known of what lies in it. */
  directory: boolean;
  message: string;
}

export interface Walk {
  files: WalkedFile[];
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
  return `It cannot be read (${code}). Check the disk or the network drive.`;
};

/** A byte sequence that is no UTF-8 arrives as this sign, and no path made of it can be opened. */
const undecodable = '\ufffd';

/**
 * Finds the book files below `root`, folder by folder, names in order. Synchronous, for a thread of its
 * own: promises take several times as long. Follows links, enters no folder twice. Throws only when the
 * root itself cannot be read.
 */
export const walk = (root: string, options: WalkOptions = {}): Walk => {
  const { readdir, stat } = options.fileSystem ?? realFileSystem;
  const excluded = (options.excluded ?? []).map(createGlob);
  const isExcluded = (path: string) => excluded.some((matches) => matches(path));
  const files: WalkedFile[] = [];
  const errors: WalkError[] = [];
  const visited = new Set<string>();

  const look = (path: string, directory = false): BigIntStats | null => {
    try {
      return stat(join(root, path));
    } catch (error) {
      const message = path.includes(undecodable)
        ? 'Its name is not valid UTF-8. Rename it.'
        : reason(error);
      errors.push({ path, directory, message });
      return null;
    }
  };

  const addFile = (path: string) => {
    const stats = look(path);
    if (!stats?.isFile()) return;
    files.push({
      path,
      size: Number(stats.size),
      mtimeMs: Number(stats.mtimeMs),
      device: String(stats.dev),
      inode: String(stats.ino),
    });
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
    for (const entry of list(folder)) {
      const { name } = entry;
      if (name.startsWith('.') || junkFolders.has(name)) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isExcluded(path)) continue;
      // What a link leads to shows only when it is followed.
      const kind = entry.isSymbolicLink() ? look(path) : entry;
      if (kind?.isDirectory()) {
        if (!isExcluded(`${path}/`)) enter(path);
      } else if (kind?.isFile() && formatOf(name) !== null) addFile(path);
    }
  };

  enter('');
  return { files, errors };
};
