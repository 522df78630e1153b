import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import { createFairQueue } from '../../tasks/fair-queue.ts';
import { isPage } from '../formats/archive-entries.ts';
import {
  changedFile,
  type FileAt,
  type FileStamp,
  partsOf,
  requireSame,
  stampOf,
} from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, MediaError, tooLargeEntry } from '../media-error.ts';
import { archiveTypeOf } from '../seven-zip/archive-type.ts';
import { type ArchiveListing, listArchive } from '../seven-zip/list-archive.ts';
import type { ListedEntry } from '../seven-zip/parse-listing.ts';
import { readArchiveEntry } from '../seven-zip/unpack.ts';
import type { ArchivePage } from '../stored-page.ts';
import type { PageReader } from './page-reader.ts';
import { createExtractedPages, type ExtractedPages } from './extracted-pages.ts';

/** Throws MediaError `changed` if another file has replaced the archive. */
type Confirm = () => Promise<void>;

interface OpenArchive {
  confirm: Confirm;
  listing: ArchiveListing;
  find: (page: ArchivePage) => ListedEntry | undefined;
  /** Null if pages are unpacked one by one. */
  store: ExtractedPages | null;
}

/** A cached archive. */
interface Known {
  opened: Promise<OpenArchive>;
  /** Size on disk, bytes. */
  size: number;
  readers: number;
  /** Unpacking failed; a retry may succeed. */
  broken: boolean;
}

/** Maximum concurrent 7-Zip runs, queue length, and queue length per user. */
const concurrency = 2;
const maxWaiting = 64;
const maxOfOne = 24;
/** Minimum free disk space to keep, bytes. */
const reserveBytes = 500 * 1024 * 1024;

const tooLargeForCache = () =>
  new MediaError(
    'too_large',
    'The pages of this archive can only be unpacked all together, and are larger than the space for unpacked archives. Pack it again as a CBZ.',
  );

const contentOf = (size: number, sum: number): string => `${size} ${sum}`;

/**
 * Finds the entries of pages: by name, or by checksum if the archive has them, because 7-Zip
 * decodes the names of a ZIP archive differently.
 */
const createFinder = (entries: readonly ListedEntry[]) => {
  const found = new Map<string, ListedEntry>();
  for (const entry of entries) {
    const content = contentOf(entry.size, entry.crc32);
    if (entry.crc32 !== 0 && !found.has(content)) found.set(content, entry);
    found.set(`${content} ${entry.name}`, entry);
  }
  return ({ filename, file_size, crc32 }: ArchivePage): ListedEntry | undefined => {
    const content = contentOf(file_size, crc32);
    return found.get(`${content} ${filename}`) ?? found.get(content);
  };
};

/**
 * Reads pages of archives through 7-Zip. The first request unpacks the whole archive once into a
 * file below `dir`: most formats allow no random access, and starting 7-Zip costs more than a page.
 * Recently used archives are cached up to `archive_cache_bytes`.
 */
export const createArchivePages = ({
  dir,
  keep,
  limits,
  ownerOf = () => '',
  volumeOf = () => '',
}: {
  dir: string;
  /** Maximum cached archives: each keeps a file open. */
  keep: number;
  limits: () => Limits;
  /** The user that a page is read for. */
  ownerOf?: (() => string) | undefined;
  /** The volume of a path. */
  volumeOf?: ((path: string) => string) | undefined;
}): PageReader<ArchivePage> => {
  const folder = join(dir, crypto.randomUUID());
  const queue = createFairQueue({ concurrency, limit: maxWaiting, share: maxOfOne, refuse: busy });
  const closing = new AbortController();
  /** By path and file version, least recently used first. */
  const known = new Map<string, Known>();
  let files = 0;

  const close = async ({ opened }: Known) => {
    const archive = await opened.catch(() => null);
    await archive?.store?.close();
  };

  const isFull = () => {
    const size = [...known.values()].reduce((sum, archive) => sum + archive.size, 0);
    return size > limits().archive_cache_bytes || known.size > keep;
  };

  /** Evicts broken and least recently used archives, except those being read. */
  const evict = () => {
    for (const [key, archive] of known) {
      if (archive.readers > 0 || !(archive.broken || isFull())) continue;
      known.delete(key);
      void close(archive);
    }
  };

  const hasRoomFor = async (bytes: number): Promise<boolean> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= bytes + reserveBytes;
  };

  const openArchive = async (path: string, stamp: FileStamp, self: Known): Promise<OpenArchive> => {
    const bounds = limits();
    // Checks the path again, because 7-Zip itself opens it each time.
    const confirm = async () => requireSame(await stampAt(path), stamp);
    const list = async () =>
      listArchive(path, stamp.size, await archiveTypeOf(path), bounds, closing.signal);
    const listing = await queue.run(list, ownerOf(), volumeOf(path));
    await confirm();
    const pages = listing.entries.filter(
      (entry) => isPage(entry) && !entry.encrypted && entry.size <= bounds.entry_bytes,
    );
    const size = pages.reduce((sum, page) => sum + page.size, 0);
    const fits = size <= bounds.archive_cache_bytes;
    if (!fits && listing.solid) throw tooLargeForCache();
    const find = createFinder(listing.entries);
    if (!fits || !(await hasRoomFor(size))) return { confirm, listing, find, store: null };
    self.size = size;
    evict();
    files += 1;
    const file = join(folder, `${files}.pages`);
    const schedule = (work: () => Promise<void>) =>
      queue.run(work, ownerOf(), volumeOf(path)).catch((error: unknown) => {
        self.broken = true;
        throw error;
      });
    const store = createExtractedPages({
      ...{ file, path, listing, pages, limits: bounds, confirm, schedule },
    });
    return { confirm, listing, find, store };
  };

  const start = (key: string, path: string, stamp: FileStamp): Known => {
    const { promise, resolve } = Promise.withResolvers<OpenArchive>();
    const archive: Known = { opened: promise, size: 0, readers: 0, broken: false };
    const opening = openArchive(path, stamp, archive);
    opening.catch(() => known.delete(key));
    resolve(opening);
    return archive;
  };

  /** The cached archive for the current file at this path; a replaced file gets a new entry. */
  const acquire = async (path: string, expected: FileStamp | null): Promise<Known> => {
    const stamp = await stampAt(path);
    requireSame(stamp, expected);
    const key = `${path}\0${Object.values(stamp).join('\0')}`;
    const archive = known.get(key) ?? start(key, path, stamp);
    known.delete(key);
    known.set(key, archive);
    archive.readers += 1;
    return archive;
  };

  const readFrom = async (
    { confirm, listing, find, store }: OpenArchive,
    path: string,
    page: ArchivePage,
    length: number,
  ): Promise<Buffer> => {
    const entry = find(page);
    if (!entry) throw changedFile();
    if (entry.size > limits().entry_bytes) throw tooLargeEntry();
    const extracted = await store?.read(entry, length);
    if (extracted) return extracted;
    const options = { limits: limits(), signal: closing.signal };
    const unpack = async () => {
      const bytes = await readArchiveEntry(path, listing, entry, options, length);
      await confirm();
      return bytes;
    };
    return queue.run(unpack, ownerOf(), volumeOf(path));
  };

  const read = async (file: FileAt, page: ArchivePage, length: number): Promise<Buffer> => {
    const { path, stamp } = partsOf(file);
    let archive: Known | undefined;
    try {
      archive = await acquire(path, stamp);
      return await readFrom(await archive.opened, path, page, length);
    } catch (error) {
      throw error instanceof AppError ? error : fromSystemError(error);
    } finally {
      if (archive) archive.readers -= 1;
      evict();
    }
  };

  return {
    read: (file, page) => read(file, page, page.file_size),
    head: (file, page, length) => read(file, page, Math.min(length, page.file_size)),
    close: async () => {
      closing.abort(new Error('The archives are closed.'));
      const last = [...known.values()];
      known.clear();
      await Promise.allSettled(last.map(close));
      await queue.onIdle();
      // Files that the disk refuses to delete are removed at the next start.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
};

const busy = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many archives are being unpacked. Try again soon.',
    retryAfter(2),
  );

const stampAt = async (path: string): Promise<FileStamp> =>
  stampOf(await stat(path, { bigint: true }));
