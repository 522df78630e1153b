import { hash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { hourMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { workerUrl } from '../../config/resolve-path.ts';
import { realPath } from '../../lib/real-path.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import {
  changedFile,
  type FileAt,
  type FileStamp,
  partsOf,
  requireSame,
  stampOf,
} from '../file-stamp.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { fromSystemError, notStored } from '../media-error.ts';
import { createReadingThreads } from '../reading-threads.ts';
import { openRegularSync } from '../regular-file.ts';
import type { StoredPage } from '../stored-page.ts';
import type { WorkerThread } from '../worker-thread.ts';
import { readZipDirectory, type ZipEntry } from '../zip/directory.ts';
import type { DeriveRequest } from './derive-worker.ts';

/**
 * EPUBs made from files of other text formats, through which Octavo reads them. They are a cache: one that is
 * missing is made again.
 */
export interface DerivedEpubs {
  /** The path of the EPUB of a file. Throws MediaError. */
  pathOf(file: FileAt): Promise<string>;
  /** The EPUB of a file, and where a page is in it. Throws MediaError. */
  locate<Page extends StoredPage>(file: FileAt, page: Page): Promise<{ path: string; page: Page }>;
  /** Rejects if a drive that hangs blocks a thread. */
  close(): Promise<void>;
}

interface DerivedEpubsOptions {
  /** Folder for the EPUBs. */
  dir: string;
  /** Size that they may have together, bytes. */
  maxBytes?: number;
  limits?: () => Limits;
  /** Fair-share key: who reads a book. */
  ownerOf?: () => string;
  /** The volume of a path. */
  volumeOf?: (path: string) => string;
}

/** Increment it when other EPUBs are made from the same files. */
const revision = 1;
const defaultMaxBytes = 1024 * 1024 * 1024;
/** EPUBs whose tables of contents are kept in memory. */
const maxDirectories = 50;
/** An EPUB that was used within this time is not deleted, ms; its time of use is also no more exact. */
const usedMs = 60_000;
/** Drafts that a crash left behind are deleted after this time, ms. */
const draftMs = hourMs;
/** Limit of the JavaScript heap of a thread, MiB. */
const maxHeapMiB = 512;
/** The folder for EPUBs in the same cache as unpacked archives. */
export const epubsBeside = (archivesDir: string): string => join(dirname(archivesDir), 'epubs');

const nameOf = (path: string, { size, mtimeMs }: FileStamp): string => {
  const key = [revision, path, size, Math.floor(mtimeMs)].join('\0');
  return `${hash('sha256', key).slice(0, 40)}.epub`;
};

/** Deletes the EPUBs that were not used for the longest time, and old drafts. */
const evict = async (dir: string, maxBytes: number): Promise<void> => {
  const files = await Promise.all(
    (await readdir(dir)).map(async (name) => {
      const path = join(dir, name);
      const stats = await stat(path).catch(() => null);
      // A date in the future is from a time when the clock was ahead.
      return { path, size: stats?.size ?? 0, age: Math.abs(Date.now() - (stats?.mtimeMs ?? 0)) };
    }),
  );
  const remove = (path: string) => rm(path, { force: true }).catch(() => undefined);
  let total = 0;
  for (const { path, size, age } of files.sort((a, b) => a.age - b.age)) {
    if (path.endsWith('.tmp')) {
      if (age > draftMs) await remove(path);
      continue;
    }
    total += size;
    if (total > maxBytes && age > usedMs) await remove(path);
  }
};

const entriesOf = (path: string, limits: Limits): Map<string, ZipEntry> => {
  const fd = openRegularSync(path);
  try {
    const { size } = fstatSync(fd);
    return new Map(readZipDirectory(fd, size, limits).entries.map((entry) => [entry.name, entry]));
  } finally {
    closeSync(fd);
  }
};

export const createDerivedEpubs = ({
  dir,
  maxBytes = defaultMaxBytes,
  limits = () => defaultLimits,
  ownerOf = () => '',
  volumeOf = () => '',
}: DerivedEpubsOptions): DerivedEpubs => {
  const threads = createReadingThreads<DeriveRequest, null>(
    workerUrl('server/media/derived-epub/derive-worker'),
    maxHeapMiB,
  );
  const making = createSingleFlight();
  const directories = new LRUCache<string, Map<string, ZipEntry>>({ max: maxDirectories });

  const make = async (
    thread: WorkerThread<DeriveRequest, null>,
    request: Omit<DeriveRequest, 'limits'>,
  ): Promise<void> => {
    await thread.ask({ ...request, limits: limits() }, limits().seconds);
    await evict(dirname(request.target), maxBytes).catch(() => undefined);
  };

  /** The folder itself, because files behind a link into Octavo's data are refused. */
  const folder = async (): Promise<string> => {
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      return await realPath(dir);
    } catch (error) {
      throw notStored(error);
    }
  };

  const pathOf = async (file: FileAt): Promise<string> => {
    const { path, stamp: expected } = partsOf(file);
    try {
      const stamp = stampOf(await stat(path, { bigint: true }));
      requireSame(stamp, expected);
      const target = join(await folder(), nameOf(path, stamp));
      const known = await stat(target).catch(() => null);
      if (known === null) {
        const owner = ownerOf();
        await making.run(target, () =>
          threads.run((thread) => make(thread, { path, stamp, target }), owner, volumeOf(path)),
        );
      } else if (Math.abs(Date.now() - known.mtimeMs) > usedMs) {
        const now = new Date();
        await utimes(target, now, now).catch(() => undefined);
      }
      return target;
    } catch (error) {
      throw error instanceof AppError ? error : fromSystemError(error);
    }
  };

  return {
    pathOf,
    locate: async (file, page) => {
      const path = await pathOf(file);
      const entries = directories.get(path) ?? entriesOf(path, limits());
      directories.set(path, entries);
      const entry = entries.get(page.filename);
      // Another version of Octavo has listed the book.
      if (!entry) throw changedFile();
      const { method, headerOffset: offset, compressedSize: compressed_size, crc32 } = entry;
      const place = { method, offset, compressed_size, crc32, file_size: entry.size };
      return { path, page: { ...page, ...place } };
    },
    close: () => threads.close(),
  };
};
