import { closeSync, fstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { encryptedArchive, isJunk } from '../../media/formats/archive-entries.ts';
import { isFolderEntry } from '../../media/formats/folder-entries.ts';
import type { Limits } from '../../media/limits.ts';
import { MediaError, tooLargeEntry, unsupported } from '../../media/media-error.ts';
import { fileTypeOf } from '../../media/media-type.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import type { ArchiveType } from '../../media/seven-zip/archive-type.ts';
import { listArchive } from '../../media/seven-zip/list-archive.ts';
import { unpackArchive } from '../../media/seven-zip/unpack.ts';
import { readZipDirectory } from '../../media/zip/directory.ts';
import { readEntry } from '../../media/zip/read-entry.ts';
import { readFully } from '../../media/zip/read-fully.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import { fileChanged } from '../metadata-writes/changed-files.ts';
import { statAgain } from '../scan/walk.ts';
import type { ConversionFileRow } from './conversion-store.ts';

/** A file of a book, unpacked and checked. */
export interface SourceFile {
  /** In the archive or folder, `/` between folders. */
  name: string;
  bytes: Buffer;
}

type SourceBook = Pick<ConversionFileRow, 'path' | 'format' | 'file_size' | 'file_modified_ms'>;

const damaged = (cause?: unknown) =>
  new MediaError(
    'damaged',
    'The archive is damaged, so it is not converted. Copy or download the file again.',
    cause,
  );

/** Throws fileChanged if the file has changed since the last scan. */
export const checkScanned = (root: string, book: SourceBook): void => {
  const found = statAgain(root, book.path, book.format === 'folder');
  if (found?.size !== book.file_size || found.mtimeMs !== book.file_modified_ms)
    throw fileChanged();
};

/** Throws for names that are not relative paths, and for duplicates. */
const checkNames = (names: readonly string[]): void => {
  const isPlain = (name: string) =>
    !/^([/\\]|[a-z]:)/i.test(name) && !name.split(/[/\\]/).some((part) => /^(\.{0,2})$/.test(part));
  if (!names.every(isPlain))
    throw unsupported('The archive holds names that lead out of it, so it is not converted.');
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw unsupported('The archive holds two files of the same name, so it is not converted.');
};

const archiveTypes: Partial<Record<ReturnType<typeof fileTypeOf>, ArchiveType>> = {
  rar4: 'rar',
  rar5: 'rar5',
  '7z': '7z',
  tar: 'tar',
};

const withFd = <Result>(path: string, use: (fd: number, size: number) => Result): Result => {
  const fd = openRegularSync(path);
  try {
    return use(fd, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
};

/** Unpacks the whole archive in one pass, which verifies checksums, the end and the result of 7-Zip. */
async function* readArchive(path: string, limits: Limits): AsyncGenerator<SourceFile> {
  const { type, size } = withFd(path, (fd, bytes) => ({
    type: archiveTypes[fileTypeOf(readFully(fd, 0, Math.min(1024, bytes)))] ?? 'tar',
    size: bytes,
  }));
  const listing = await listArchive(path, size, type, limits);
  const { entries, problem } = listing;
  if (problem !== null) throw damaged(problem);
  if (entries.some(({ encrypted }) => encrypted)) throw encryptedArchive();
  if (entries.some(({ symlink }) => symlink))
    throw unsupported('The archive holds links, so it is not converted.');
  if (entries.some((entry) => entry.size > limits.entry_bytes)) throw tooLargeEntry();
  checkNames(entries.filter(({ directory }) => !directory).map(({ name }) => name));
  const pieces = unpackArchive(path, listing, { limits });
  let parts: Buffer[] = [];
  let completed = 0;
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done) {
        if (next.value.code !== 0 || completed !== entries.length) throw damaged(next.value.errors);
        return;
      }
      const { entry, bytes, last } = next.value;
      parts.push(bytes);
      if (!last) continue;
      const content = Buffer.concat(parts);
      parts = [];
      completed += 1;
      if (entry.directory) continue;
      if (entry.crc32 !== 0 && crc32(content) !== entry.crc32) throw damaged();
      if (!isJunk(entry.name)) yield { name: entry.name, bytes: content };
    }
  } finally {
    // Ends 7-Zip, which would wait with the archive open.
    await pieces.return({ code: 0, errors: '' });
  }
}

function* readZip(path: string, limits: Limits): Generator<SourceFile> {
  const fd = openRegularSync(path);
  try {
    const { entries } = readZipDirectory(fd, fstatSync(fd).size, limits);
    if (entries.some(({ encrypted }) => encrypted)) throw encryptedArchive();
    const files = entries.filter(({ directory }) => !directory);
    if (files.some(({ symlink }) => symlink))
      throw unsupported('The archive holds links, so it is not converted.');
    checkNames(files.map(({ name }) => name));
    for (const entry of files) {
      const bytes = readEntry(fd, entry, { limits, verify: true });
      if (bytes.length !== entry.size) throw damaged();
      if (!isJunk(entry.name)) yield { name: entry.name, bytes };
    }
  } finally {
    closeSync(fd);
  }
}

/** The files of a folder book; throws if the folder contains anything else. */
function* readFolder(folder: string, limits: Limits): Generator<SourceFile> {
  const entries = readdirSync(toLongPath(folder), { withFileTypes: true });
  const files = entries.filter(({ name }) => !isJunk(name));
  if (!files.every((entry) => entry.isFile() && isFolderEntry(entry.name)))
    throw unsupported(
      'The folder holds other files than pages, so it is not converted. Move them elsewhere first.',
    );
  checkNames(files.map(({ name }) => name));
  for (const { name } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const bytes = withFd(join(folder, name), (fd, size) => {
      if (size > limits.entry_bytes) throw tooLargeEntry();
      return readFully(fd, 0, size);
    });
    yield { name, bytes };
  }
}

/**
 * The files of a book, each unpacked and verified by its checksum, without system files. Throws MediaError,
 * at the latest after the last file, if any part of the source is damaged.
 */
export const readSourceFiles = (
  root: string,
  book: SourceBook,
  limits: Limits,
): AsyncGenerator<SourceFile> | Generator<SourceFile> => {
  const path = toLongPath(join(root, book.path));
  if (book.format === 'folder') return readFolder(path, limits);
  return book.format === 'cbz' ? readZip(path, limits) : readArchive(path, limits);
};
