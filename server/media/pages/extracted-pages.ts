import { type FileHandle, open, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { Limits } from '../limits.ts';
import { isSystemError } from '../media-error.ts';
import type { ArchiveListing } from '../seven-zip/list-archive.ts';
import type { ListedEntry } from '../seven-zip/parse-listing.ts';
import { unpackArchive } from '../seven-zip/unpack.ts';

/** The pages of one archive, concatenated in a file in the data directory. */
export interface ExtractedPages {
  /**
   * The first `length` bytes of a page, as soon as it is unpacked; null if it is damaged. Throws
   * the error that aborted unpacking.
   */
  read(entry: ListedEntry, length: number): Promise<Buffer | null>;
  /** Aborts unpacking and deletes the file. */
  close(): Promise<void>;
}

interface ExtractedPagesOptions {
  /** Output file; must not exist. */
  file: string;
  /** Path of the archive. */
  path: string;
  listing: ArchiveListing;
  /** The entries to keep. */
  pages: readonly ListedEntry[];
  limits: Limits;
  /** Throws if another file has replaced the archive; called once the archive is open. */
  confirm: () => Promise<void>;
  /** Queues the unpacking. */
  schedule: (work: () => Promise<void>) => Promise<void>;
}

/** Unpacks the whole archive in one pass, at once or when `schedule` runs it. */
export const createExtractedPages = ({
  file,
  path,
  listing,
  pages,
  limits,
  confirm,
  schedule,
}: ExtractedPagesOptions): ExtractedPages => {
  const closing = new AbortController();
  const offsets = new Map(pages.map((entry) => [entry, Promise.withResolvers<number | null>()]));
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
      const offset = offsets.get(entry);
      if (!offset) continue;
      sum = crc32(bytes, sum);
      await handle.write(bytes, 0, bytes.length, end);
      end += bytes.length;
      if (!last) continue;
      // After damage, bytes of one entry can be mistaken for the next, so compare checksums.
      const intact = entry.crc32 === 0 || entry.crc32 === sum;
      offset.resolve(intact ? start : null);
      if (intact) start = end;
      else end = start;
      sum = 0;
    }
  };

  const done = schedule(unpack)
    .catch((error: unknown) => {
      // With a full disk, pages can still be read one by one.
      if (!isSystemError(error)) failure = error as Error;
    })
    .finally(() => {
      for (const offset of offsets.values()) offset.resolve(null);
    });

  return {
    read: async (entry, length) => {
      const start = (await offsets.get(entry)?.promise) ?? null;
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
