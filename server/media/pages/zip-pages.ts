import { fstatSync } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';

import { LRUCache } from 'lru-cache';

import { hasAttributesInMemory } from '../attributes-in-memory.ts';
import type { Allocate } from '../buffer-pool.ts';
import {
  changedFile,
  type FileAt,
  type FileStamp,
  isSameFile,
  openFileMs,
  partsOf,
  requireSame,
  stampOf,
} from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import { openRegular } from '../regular-file.ts';
import { locationOf, type TextPage, type ZipPage } from '../stored-page.ts';
import { readPacked, unpack } from '../zip/read-entry.ts';
import type { PageReader } from './page-reader.ts';

/** A page still packed, for sending deflated bytes inside a gzip frame. */
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
  /** Reads the page without unpacking it, into memory from `allocate`. Throws MediaError. */
  readRaw(file: FileAt, page: ZipPage, allocate?: Allocate): Promise<RawPage>;
}

interface OpenFile {
  path: string;
  handle: FileHandle;
  /** Whether its stamp is read without waiting for the drive. */
  isStampInMemory: boolean;
  stamp: FileStamp;
  checkedAt: number;
  readers: number;
  evicted: boolean;
}

/** How long an open file is assumed to still be the one at its path, ms. */
const trustMs = 1000;

/**
 * Reads pages of ZIP archives, caching the `maxOpen` most recently used open files. A replaced file
 * is reopened.
 */
export const createZipPages = ({
  maxOpen,
  openMs = openFileMs,
  limits,
  closing = (_path, close) => void close().catch(() => undefined),
}: {
  maxOpen: number;
  openMs?: number | undefined;
  limits: () => Limits;
  /** Closes a file; on a hung drive this can block forever. */
  closing?: ((path: string, close: () => Promise<void>) => void) | undefined;
}): ZipPages => {
  const release = (file: OpenFile) => {
    if (file.evicted && file.readers === 0) closing(file.path, () => file.handle.close());
  };
  const files = new LRUCache<string, OpenFile>({
    max: maxOpen,
    ttl: openMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (file) => {
      file.evicted = true;
      release(file);
    },
  });
  const opening = new Map<string, Promise<OpenFile>>();

  const openFile = async (path: string): Promise<OpenFile> => {
    const handle = await openRegular(path);
    try {
      const isStampInMemory = await hasAttributesInMemory(handle.fd);
      const opened = { path, handle, isStampInMemory };
      const stamp = await stampOfOpen(opened);
      const file = { ...opened, stamp, checkedAt: performance.now(), readers: 0, evicted: false };
      files.set(path, file);
      return file;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  const drop = (path: string, file: OpenFile) => {
    if (files.peek(path) === file) files.delete(path);
  };

  /** The cached open file, if it is the expected one or still the one at its path. */
  const known = async (path: string, expected: FileStamp | null): Promise<OpenFile | null> => {
    const file = files.get(path);
    if (!file) return null;
    const isExpected = expected === null || isSameFile(file.stamp, expected);
    if (isExpected && performance.now() - file.checkedAt < trustMs) return file;
    const present = stampOf(await stat(path, { bigint: true }));
    if (isSameFile(present, file.stamp) && !file.evicted) {
      file.checkedAt = performance.now();
      return file;
    }
    drop(path, file);
    return null;
  };

  /** The open file at this path; concurrent callers share one open. */
  const acquire = async (path: string, expected: FileStamp | null): Promise<OpenFile> => {
    const file = await known(path, expected);
    if (file) return file;
    const started = opening.get(path) ?? openFile(path).finally(() => opening.delete(path));
    opening.set(path, started);
    return started;
  };

  const readRaw = async (
    fileAt: FileAt,
    page: ZipPage | TextPage,
    allocate?: Allocate,
  ): Promise<RawPage> => {
    if (page.error !== undefined) throw new MediaError('damaged', page.error);
    const { path, stamp } = partsOf(fileAt);
    let file: OpenFile | undefined;
    try {
      file = await acquire(path, stamp);
      file.readers += 1;
      requireSame(file.stamp, stamp);
      const bytes = await readPacked(file.handle.fd, locationOf(page), limits(), allocate);
      // Another program can modify the open file in place.
      if (!isSameFile(await stampOfOpen(file), file.stamp)) {
        drop(path, file);
        throw changedFile();
      }
      return { bytes, method: page.method, crc32: page.crc32, size: page.file_size };
    } catch (error) {
      throw fromSystemError(error);
    } finally {
      if (file) {
        file.readers -= 1;
        release(file);
      }
    }
  };

  const unpacked = async (
    file: FileAt,
    page: ZipPage | TextPage,
    allocate?: Allocate,
  ): Promise<Buffer> =>
    unpack((await readRaw(file, page, allocate)).bytes, locationOf(page), limits());

  return {
    readRaw,
    read: (file, page, _box, allocate) => unpacked(file, page, allocate),
    // The analysis reads ZIP headers from the open file itself; here the whole page is good enough.
    head: (file, page) => unpacked(file, page),
    close: async () => {
      await Promise.allSettled(opening.values());
      files.clear();
    },
  };
};

/** Another thread takes a seventh of the time of a page. */
const stampOfOpen = async ({
  handle,
  isStampInMemory,
}: Pick<OpenFile, 'handle' | 'isStampInMemory'>): Promise<FileStamp> =>
  stampOf(
    isStampInMemory ? fstatSync(handle.fd, { bigint: true }) : await handle.stat({ bigint: true }),
  );
