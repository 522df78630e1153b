import { type FileHandle, stat } from 'node:fs/promises';

import { LRUCache } from 'lru-cache';

import type { Allocate } from '../buffer-loans.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import { openRegular } from '../regular-file.ts';
import { locationOf, type TextPage, type ZipPage } from '../stored-page.ts';
import { readPacked, unpack } from '../zip/entry-data.ts';
import type { PageReader } from './page-reader.ts';

/** A page as it lies in the archive, for handing out deflated bytes inside a gzip frame. */
export interface RawPage {
  bytes: Buffer;
  /** 0 stored, 8 deflated. */
  method: number;
  /** Of the unpacked bytes. */
  crc32: number;
  /** Of the unpacked bytes. */
  size: number;
}

export interface ZipPages extends PageReader<ZipPage | TextPage> {
  /** The page without unpacking it, in memory from `allocate`. Throws MediaError. */
  readRaw(path: string, page: ZipPage, allocate?: Allocate): Promise<RawPage>;
}

interface OpenFile {
  handle: FileHandle;
  mtimeMs: number;
  size: number;
  checkedAt: number;
  readers: number;
  evicted: boolean;
}

/** How long an open file is believed to be the one at its path, ms. */
const trustMs = 1000;
/** An unused file is closed after this time, ms: an open one cannot be deleted on Windows. */
const idleMs = 30_000;

/**
 * Reads pages of archives, keeping the `maxOpen` files used last open. A file that was replaced is
 * opened again.
 */
export const createZipPages = ({
  maxOpen,
  limits,
}: {
  maxOpen: number;
  limits: () => Limits;
}): ZipPages => {
  const release = async (file: OpenFile) => {
    if (file.evicted && file.readers === 0) await file.handle.close();
  };
  const files = new LRUCache<string, OpenFile>({
    max: maxOpen,
    ttl: idleMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (file) => {
      file.evicted = true;
      void release(file);
    },
  });
  const opening = new Map<string, Promise<OpenFile>>();

  const openFile = async (path: string): Promise<OpenFile> => {
    const handle = await openRegular(path);
    const { mtimeMs, size } = await handle.stat();
    const file = { handle, mtimeMs, size, checkedAt: Date.now(), readers: 0, evicted: false };
    files.set(path, file);
    return file;
  };

  /** The open file at this path; opened once, however many readers ask at the same time. */
  const acquire = async (path: string): Promise<OpenFile> => {
    const known = files.get(path);
    if (known) {
      if (Date.now() - known.checkedAt < trustMs) return known;
      const { mtimeMs, size } = await stat(path);
      if (mtimeMs === known.mtimeMs && size === known.size && !known.evicted) {
        known.checkedAt = Date.now();
        return known;
      }
      if (files.peek(path) === known) files.delete(path);
    }
    const started = opening.get(path) ?? openFile(path).finally(() => opening.delete(path));
    opening.set(path, started);
    return started;
  };

  const readRaw = async (
    path: string,
    page: ZipPage | TextPage,
    allocate?: Allocate,
  ): Promise<RawPage> => {
    if (page.error !== undefined) throw new MediaError('damaged', page.error);
    let file: OpenFile | undefined;
    try {
      file = await acquire(path);
      file.readers += 1;
      const bytes = await readPacked(file.handle.fd, locationOf(page), limits(), allocate);
      return { bytes, method: page.method, crc32: page.crc32, size: page.file_size };
    } catch (error) {
      throw fromSystemError(error);
    } finally {
      if (file) {
        file.readers -= 1;
        await release(file);
      }
    }
  };

  const unpacked = async (
    path: string,
    page: ZipPage | TextPage,
    allocate?: Allocate,
  ): Promise<Buffer> =>
    unpack((await readRaw(path, page, allocate)).bytes, locationOf(page), limits());

  return {
    readRaw,
    read: (path, page, _box, allocate) => unpacked(path, page, allocate),
    // Headers of ZIP pages are read from the open file by who analyses many; here the page is as good.
    head: (path, page) => unpacked(path, page),
    close: async () => {
      await Promise.allSettled(opening.values());
      files.clear();
    },
  };
};
