import { closeSync, fstatSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';

import { renamePatiently } from '../../lib/rename-file.ts';
import { temporaryName } from '../cover-files.ts';
import { deriveFb2 } from '../fb2/open-fb2.ts';
import { findFb2, readPackedFb2 } from '../fb2/packed-fb2.ts';
import { type FileStamp, requireSame, stampOf } from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { isSystemError, MediaError, notStored } from '../media-error.ts';
import { fileTypeOf } from '../media-type.ts';
import { tooLargeBook } from '../mobi/decompress.ts';
import { deriveMobi } from '../mobi/open-mobi.ts';
import type { ReadAt } from '../mobi/palm-database.ts';
import { openRegularSync } from '../regular-file.ts';
import { readZipDirectory } from '../zip/directory.ts';
import { readFully } from '../zip/read-fully.ts';
import { streamStoredZip } from '../zip/write-zip.ts';
import type { DerivedBook } from './derived-book.ts';
import { epubFiles } from './epub-files.ts';

/** Space for markup and decompressed texts beside the pictures of a file, bytes. */
const textBytes = 256 * 1024 * 1024;

const openDerived = (read: ReadAt, size: number, limits: Limits): DerivedBook => {
  const type = fileTypeOf(read(0, 1024));
  if (type === 'mobi') return deriveMobi(read, size, limits);
  if (type === 'fb2') return deriveFb2(read, size, limits);
  throw new MediaError(
    'changed',
    'The file has changed since it was scanned. Scan the library again.',
  );
};

/** The bytes of the EPUB of a file; always the same for the same file. Throws MediaError. */
export async function* epubOf(read: ReadAt, size: number, limits: Limits): AsyncGenerator<Buffer> {
  let written = 0;
  for await (const chunk of streamStoredZip(epubFiles(openDerived(read, size, limits)))) {
    written += chunk.length;
    if (written > size + textBytes) throw tooLargeBook();
    yield chunk;
  }
}

/** The bytes of a book, unpacked if its file is an archive. */
const contentOf = (fd: number, size: number, limits: Limits): { read: ReadAt; size: number } => {
  const read: ReadAt = (position, length) => readFully(fd, position, length);
  if (fileTypeOf(read(0, 1024)) !== 'zip') return { read, size };
  const packed = findFb2(readZipDirectory(fd, size, limits).entries);
  return packed ? readPackedFb2(fd, packed, limits) : { read, size };
};

/** Written at a time, bytes: most parts of a book are small. */
const blockBytes = 1024 * 1024;

async function* blocksOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let block: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    block.push(chunk);
    size += chunk.length;
    if (size < blockBytes) continue;
    yield Buffer.concat(block);
    block = [];
    size = 0;
  }
  yield Buffer.concat(block);
}

const write = async (handle: FileHandle, chunk: Buffer): Promise<void> => {
  try {
    await handle.writeFile(chunk);
  } catch (error) {
    throw isSystemError(error) ? notStored(error) : error;
  }
};

/** Reads a file that has this stamp, and writes its EPUB to `target`. Throws MediaError. */
export const writeEpub = async (
  path: string,
  { stamp, target, limits }: { stamp: FileStamp; target: string; limits: Limits },
): Promise<void> => {
  const fd = openRegularSync(path);
  const draft = temporaryName(target);
  let handle: FileHandle | null = null;
  try {
    const check = () => requireSame(stampOf(fstatSync(fd, { bigint: true })), stamp);
    check();
    const { read, size } = contentOf(fd, stamp.size, limits);
    handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw notStored(error);
    });
    for await (const block of blocksOf(epubOf(read, size, limits))) await write(handle, block);
    check();
    // Otherwise the name could survive a power failure without the content.
    await handle.sync();
    await handle.close();
    handle = null;
    await renamePatiently(draft, target);
  } finally {
    closeSync(fd);
    await handle?.close();
    await rm(draft, { force: true });
  }
};
