import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { realPath } from '../lib/real-path.ts';
import { MediaError } from './media-error.ts';
import { type FileStamp, isSameFile, stampOf } from './file-stamp.ts';
import { fileTypeOf, imageTypeOf, isBookType } from './media-type.ts';
import type { ReadGate } from './read-gate.ts';
import { openRegular, targetOf } from './regular-file.ts';

/** A library file opened for sending. */
export interface OpenedFile {
  stamp: FileStamp;
  modifiedAt: Date;
  /** Reads at most `length` bytes at `position`; empty at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  close(): void;
}

/** Validates an opened file before any of it is sent. Throws MediaError to reject it. */
type Check = (handle: FileHandle, path: string) => Promise<void>;

/**
 * Opens files of a library whose drive may hang: each call blocks a thread until the drive answers,
 * so the gate limits how many run at a time. Rejects with AppError ServiceUnavailable if it does
 * not answer, and with the MediaError of `check`.
 */
export const openFileOf = async (
  gate: Pick<ReadGate, 'run' | 'close'>,
  volume: string,
  path: string,
  check: Check,
): Promise<OpenedFile> => {
  const close = (handle: FileHandle) => gate.close(volume, () => handle.close());
  const open = async () => {
    const handle = await openRegular(path);
    try {
      await check(handle, path);
      return { handle, stats: await handle.stat({ bigint: true }) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const { handle, stats } = await gate.run(volume, open, ({ handle: late }) => close(late));
  return {
    stamp: stampOf(stats),
    modifiedAt: stats.mtime,
    read: (position, length) =>
      gate.run(volume, async () => {
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await handle.read(bytes, 0, length, position);
        return bytes.subarray(0, bytesRead);
      }),
    close: () => close(handle),
  };
};

const chunkBytes = 256 * 1024;

/**
 * Streams the bytes from `start` to `end` (inclusive), reading each chunk on demand. Throws MediaError `changed` if the
 * file ends before, because the rest was announced.
 */
export async function* chunksOf(
  file: OpenedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let position = start; position <= end;) {
    const bytes = await file.read(position, Math.min(chunkBytes, end - position + 1));
    if (bytes.length === 0)
      throw new MediaError('changed', 'The file has changed. Download it again.');
    position += bytes.length;
    yield bytes;
  }
}

const readAt = async (handle: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

/** The longest ZIP archive comment plus the end record, bytes. */
const zipTail = 65_535 + 22;
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');

/**
 * Rejects files that are not books: a symlink can point anywhere, even one that replaced a book
 * after the scan. `wasRead` means a scan read the file; then the file itself (not a link) can begin
 * in any way, as old TAR archives do.
 */
export const refuseNoBook =
  (wasRead: boolean): Check =>
  async (handle, path) => {
    if (isBookType(fileTypeOf(await readAt(handle, 0, 1024)))) return;
    if (wasRead) {
      if (!(await isLink(handle, path))) return;
      // Junk in front of a ZIP archive hides its first bytes, so check its end.
      const { size } = await handle.stat();
      const tail = await readAt(handle, Math.max(0, size - zipTail), zipTail);
      if (tail.includes(endOfZip)) return;
    }
    throw new MediaError(
      'wrong_type',
      'The content of this file is not a book, so it is not sent.',
    );
  };

/**
 * In a folder of images, rejects a link to anything but an image and, with `expected`, a file that
 * has changed.
 */
export const refuseNoPage =
  (expected: FileStamp | null = null): Check =>
  async (handle, path) => {
    if (expected && !isSameFile(stampOf(await handle.stat({ bigint: true })), expected)) {
      throw new MediaError('changed', 'A file has changed while it was packed. Download it again.');
    }
    if (imageTypeOf(await readAt(handle, 0, 64)) !== null) return;
    if (!(await isLink(handle, path))) return;
    throw new MediaError(
      'wrong_type',
      'A page of this book is a link to a file that is not an image, so it is not sent. Remove it.',
    );
  };

/**
 * Detects that the opened file is not the one its path names, apart from links in the path to its
 * folder.
 */
const isLink = async (handle: FileHandle, path: string): Promise<boolean> =>
  (await targetOf(handle.fd, path)) !== (await ownPlace(path));

const ownPlace = async (path: string): Promise<string> =>
  join(await realPath(dirname(path)), basename(path));
