import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { changedFile, type FileStamp, isSameFile, stampOf } from '../../media/file-stamp.ts';
import { fileVersion } from '../../media/file-version.ts';
import { fromSystemError, MediaError } from '../../media/media-error.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import type { OnDemandReader } from '../../scanner/on-demand/on-demand-reader.ts';

/** The pages of one version of a book's file. */
export interface PageTable {
  stamp: FileStamp;
  /** Identifies this version in ETags. */
  version: string;
  /** `index` is 0-based. */
  page(index: number): StoredPage | null;
}

/**
 * Delays before each attempt, ms: a file can be replaced repeatedly, for instance while a program
 * writes tags.
 */
const rests = [0, 0, 10, 40, 80, 160, 320];

interface PageTablesOptions {
  /** Lists files outside of the main thread. */
  reader: Pick<OnDemandReader, 'list'>;
  /** Limits concurrent reads per volume. */
  gated: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
}

/** Finds the page table for the current file at a path, even if no scan has seen that file yet. */
export const createPageTables = ({ reader, gated }: PageTablesOptions) => {
  /** Tables of files that the catalogue does not know yet. */
  const unscanned = new LRUCache<string, PageTable>({ max: 50 });

  const listings = createSingleFlight();

  const stampAt = (path: string): Promise<FileStamp> =>
    gated(path, async () => {
      try {
        return stampOf(await stat(path, { bigint: true }));
      } catch (error) {
        throw fromSystemError(error);
      }
    });

  const listNow = async (path: string): Promise<PageTable> => {
    const stamp = await stampAt(path);
    const known = unscanned.get(path);
    if (known && isSameFile(known.stamp, stamp)) return known;
    const { pages, fingerprint, error } = await reader.list(path, stamp.size);
    const after = await stampAt(path).catch((failure: unknown) => {
      if (failure instanceof MediaError) return null;
      throw failure;
    });
    if (after === null || !isSameFile(after, stamp)) throw changedFile();
    if (error !== null) throw new MediaError('damaged', error);
    const { size: file_size, mtimeMs: file_modified_ms } = stamp;
    const table: PageTable = {
      stamp,
      version: fileVersion({ fingerprint, file_size, file_modified_ms }),
      page: (index) => pages[index] ?? null,
    };
    unscanned.set(path, table);
    return table;
  };

  /** Throws MediaError, `changed` if the file is replaced while it is listed. */
  const list = (path: string) => listings.run(path, () => listNow(path));

  return {
    /**
     * Calls `read` with the stored page table or, if that belongs to another version, with one
     * listed from the file itself. Throws what `read` throws, and ServiceUnavailable while the file
     * is replaced faster than it can be read.
     */
    async read<Result>(
      path: string,
      catalogued: PageTable,
      read: (table: PageTable) => Promise<Result>,
    ): Promise<Result> {
      for (const [attempt, rest] of rests.entries()) {
        if (rest > 0) await delay(rest);
        try {
          return await read(attempt === 0 ? catalogued : await list(path));
        } catch (error) {
          if (!(error instanceof MediaError) || error.reason !== 'changed') throw error;
        }
      }
      throw beingReplaced();
    },
  };
};

const beingReplaced = () =>
  new AppError('ServiceUnavailable', 'The file is being replaced. Try again soon.', retryAfter(2));

export type PageTables = ReturnType<typeof createPageTables>;
