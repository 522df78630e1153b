import type { FolderEntry } from '../../media/formats/folder-entries.ts';

/** A book in the file system: a file, or a folder of page images. */
export interface WalkedFile {
  /** Relative to the root, `/` between folders, in the normalisation (NFC or NFD) used on disk. */
  path: string;
  /** Bytes; of a folder the sum of its pages. */
  size: number;
  /** Whole milliseconds since the epoch; of a folder the latest time in it, including its own. */
  mtimeMs: number;
  /** Text, because it has 64 bits. Drives without inodes report 0. */
  inode: string;
  /** Entries of a folder book. */
  entries?: FolderEntry[];
}
