import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import PQueue from 'p-queue';

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
import { fromSystemError, MediaError } from '../media-error.ts';
import { archiveTypeOf } from '../seven-zip/archive-type.ts';
import { type ArchiveListing, listArchive } from '../seven-zip/list-archive.ts';
import type { ListedEntry } from '../seven-zip/parse-listing.ts';
import { readArchiveEntry, tooLargeEntry } from '../seven-zip/unpack.ts';
import type { ArchivePage } from '../stored-page.ts';
import type { PageReader } from './page-reader.ts';
import { createPageStore, type PageStore } from './page-store.ts';

/** Throws MediaError `changed` where another file has taken the place of the archive. */
type Confirm = () => Promise<void>;

interface OpenArchive {
  confirm: Confirm;
  listing: ArchiveListing;
  find: (page: ArchivePage) => ListedEntry | undefined;
  /** Null where pages are unpacked one by one. */
  store: PageStore | null;
}

/** An archive that is or was asked for. */
interface Known {
  opened: Promise<OpenArchive>;
  /** On disk, bytes. */
  size: number;
  readers: number;
  /** Unpacking failed; another attempt may not. */
  broken: boolean;
}

/** Archives that 7-Zip unpacks at the same time. */
const concurrency = 2;
/** What must stay free on the disk, bytes. */
const reserveBytes = 500 * 1024 * 1024;

const tooLargeForCache = () =>
  new MediaError(
    'too_large',
    'The pages of this archive can only be unpacked all together, and are larger than the space for unpacked archives. Pack it again as a CBZ.',
  );

const contentOf = (size: number, sum: number): string => `${size} ${sum}`;

/**
 * Finds the entries of pages: by name, or by content where the archive has checksums, for 7-Zip reads the
 * names of a ZIP archive in its own way.
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
 * Reads pages of archives that 7-Zip unpacks. The first page that is asked for has its whole archive unpacked
 * into a file below `dir`, once: most cannot be entered in the middle, and starting 7-Zip costs more than a page
 * does. The archives used last stay there up to `archive_cache_bytes`.
 */
export const createArchivePages = ({
  dir,
  keep,
  limits,
}: {
  dir: string;
  /** Archives that stay unpacked: each keeps a file open. */
  keep: number;
  limits: () => Limits;
}): PageReader<ArchivePage> => {
  const folder = join(dir, crypto.randomUUID());
  const queue = new PQueue({ concurrency });
  const closing = new AbortController();
  /** By path and version of the file, the one used last at the end. */
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

  /** Gives up what is of no use and what was used longest ago, but nothing that is being read. */
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
    // 7-Zip opens the path by itself each time.
    const confirm = async () => requireSame(await stampAt(path), stamp);
    const type = await archiveTypeOf(path);
    const listing = await listArchive(path, stamp.size, type, bounds, closing.signal);
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
      queue.add(work).catch((error: unknown) => {
        self.broken = true;
        throw error;
      });
    const store = createPageStore({
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

  /** The archive at this path as it is now; a replaced one is another. */
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
    const kept = await store?.read(entry, length);
    if (kept) return kept;
    const options = { limits: limits(), signal: closing.signal };
    return queue.add(async () => {
      const bytes = await readArchiveEntry(path, listing, entry, options, length);
      await confirm();
      return bytes;
    });
  };

  const read = async (file: FileAt, page: ArchivePage, length: number): Promise<Buffer> => {
    const { path, stamp } = partsOf(file);
    let archive: Known | undefined;
    try {
      archive = await acquire(path, stamp);
      return await readFrom(await archive.opened, path, page, length);
    } catch (error) {
      throw fromSystemError(error);
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
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const stampAt = async (path: string): Promise<FileStamp> =>
  stampOf(await stat(path, { bigint: true }));
