import { type FileHandle, open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { Limits } from '../limits.ts';
import { isSystemError } from '../media-error.ts';
import type { ArchiveListing } from '../seven-zip/list-archive.ts';
import type { ListedEntry } from '../seven-zip/parse-listing.ts';
import { unpackArchive } from '../seven-zip/unpack.ts';

/** The pages of one archive, one behind the other in a file of ours. */
export interface PageStore {
  /**
   * The first `length` bytes of a page, as soon as it has come out of the archive; null where it did not come
   * out whole. Throws what broke off unpacking.
   */
  read(entry: ListedEntry, length: number): Promise<Buffer | null>;
  /** Breaks off unpacking and removes the file. */
  close(): Promise<void>;
}

interface PageStoreOptions {
  /** Where to put the pages; must not exist. */
  file: string;
  /** Of the archive. */
  path: string;
  listing: ArchiveListing;
  /** What to keep. */
  pages: readonly ListedEntry[];
  limits: Limits;
  /** Throws where another file has taken the place of the archive; asked once the archive is open. */
  confirm: () => Promise<void>;
  /** Runs the unpacking when it is its turn. */
  schedule: (work: () => Promise<void>) => Promise<void>;
}

/** Begins at once, or when it is its turn, to unpack the whole archive in one pass. */
export const createPageStore = ({
  file,
  path,
  listing,
  pages,
  limits,
  confirm,
  schedule,
}: PageStoreOptions): PageStore => {
  const closing = new AbortController();
  const places = new Map(pages.map((entry) => [entry, Promise.withResolvers<number | null>()]));
  let handle: FileHandle | null = null;
  let failure: Error | null = null;

  const unpack = async () => {
    const { signal } = closing;
    signal.throwIfAborted();
    handle = await open(file, 'wx+', 0o600);
    let start = 0;
    let end = 0;
    let sum = 0;
    let isConfirmed = false;
    for await (const { entry, bytes, last } of unpackArchive(path, listing, { limits, signal })) {
      if (!isConfirmed) await confirm();
      isConfirmed = true;
      const place = places.get(entry);
      if (!place) continue;
      sum = crc32(bytes, sum);
      await handle.write(bytes, 0, bytes.length, end);
      end += bytes.length;
      if (!last) continue;
      // Behind damage the bytes of one entry may be taken for those of the next.
      const intact = entry.crc32 === 0 || entry.crc32 === sum;
      place.resolve(intact ? start : null);
      if (intact) start = end;
      else end = start;
      sum = 0;
    }
  };

  const done = schedule(unpack)
    .catch((error: unknown) => {
      // With a full disk the pages can still be read one by one.
      if (!isSystemError(error)) failure = error as Error;
    })
    .finally(() => {
      for (const place of places.values()) place.resolve(null);
    });

  return {
    read: async (entry, length) => {
      const start = (await places.get(entry)?.promise) ?? null;
      if (start === null && failure !== null) throw failure;
      if (start === null || handle === null) return null;
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(bytes, 0, length, start);
      return bytesRead === length ? bytes : null;
    },
    close: async () => {
      closing.abort(new Error('The archive is closed.'));
      await done;
      await handle?.close();
      await rm(file, { force: true });
    },
  };
};
