import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { WalkedFile } from './walked-file.ts';

/** Files of a part, and parts that are not packed. */
const [partSize, looseParts] = [1000, 50];

/**
 * The files of a walk. The first 50,000 are objects, of some 230 bytes each; further ones are packed, a thousand at a
 * time, in some 20 bytes each, and become objects again as they are read.
 */
export interface FileList extends Iterable<WalkedFile> {
  readonly length: number;
  add(file: WalkedFile): void;
  /** The files in parts of up to a thousand. */
  parts(): Iterable<readonly WalkedFile[]>;
}

/** Larger than nearly all parts, so that zlib needs one buffer only, bytes. */
const chunkSize = 256 * 1024;

/** A copy, because what zlib gives is a slice of its buffer. */
const pack = (files: readonly WalkedFile[]): Buffer =>
  Buffer.copyBytesFrom(deflateRawSync(JSON.stringify(files), { level: 1, chunkSize }));

const unpack = (packed: Buffer): WalkedFile[] =>
  JSON.parse(inflateRawSync(packed, { chunkSize }).toString()) as WalkedFile[];

/** A list with these files. */
export const createFileList = (files: Iterable<WalkedFile> = []): FileList => {
  const full: (readonly WalkedFile[] | Buffer)[] = [];
  let last: WalkedFile[] = [];
  const list: FileList = {
    get length() {
      return full.length * partSize + last.length;
    },
    add: (file) => {
      last.push(file);
      if (last.length < partSize) return;
      full.push(full.length < looseParts ? last : pack(last));
      last = [];
    },
    *parts() {
      for (const part of full) yield Buffer.isBuffer(part) ? unpack(part) : part;
      if (last.length > 0) yield last;
    },
    *[Symbol.iterator]() {
      for (const part of list.parts()) yield* part;
    },
  };
  for (const file of files) list.add(file);
  return list;
};

/** Goes through those of the files that match. */
export function* filesWhere(
  files: Iterable<WalkedFile>,
  isWanted: (file: WalkedFile) => boolean,
): Generator<WalkedFile> {
  for (const file of files) if (isWanted(file)) yield file;
}

/** A list of those of the files that match. */
export const selectFiles = (files: FileList, isWanted: (file: WalkedFile) => boolean): FileList =>
  createFileList(filesWhere(files, isWanted));
