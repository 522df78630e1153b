import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { isoNow } from '../../database/ids.ts';
import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import type { ReprocessJob } from '../../jobs/jobs.ts';
import { openRegularSync } from '../../media/regular-file.ts';
import { createOfflineLibraries } from '../scan/offline-libraries.ts';
import { statAgain } from '../scan/walk.ts';
import {
  createCheckStore,
  type BookToCheck,
  type FileProblem,
  type GoodReading,
} from './check-store.ts';
import { testContents } from './test-contents.ts';

const partBytes = 1024 * 1024;

/** Reports the progress of a job; `message` names the current book. */
export type ReportProgress = (current: number, total: number, message: string) => void;

/** SHA-256 of a whole file, read no faster than `bytesPerSecond`. Throws errors of the system. */
const hashSlowly = async (
  path: string,
  bytesPerSecond: number,
  { cancelled, paused }: Pick<JobContext, 'cancelled' | 'paused'>,
): Promise<string> => {
  const fd = openRegularSync(path);
  try {
    const hash = createHash('sha256');
    const part = Buffer.allocUnsafe(partBytes);
    for (;;) {
      if (cancelled()) throw new CancelledError();
      const startedAt = performance.now();
      const length = readSync(fd, part, 0, part.length, null);
      if (length === 0) return hash.digest('hex');
      hash.update(part.subarray(0, length));
      const ms = (length / bytesPerSecond) * 1000 - (performance.now() - startedAt);
      await delay(Math.max(ms, 0));
      while (paused() && !cancelled()) await delay(100);
    }
  } finally {
    closeSync(fd);
  }
};

const changedContent =
  'The content of the file has changed, but not its size or date, as happens when a disk fails.';
const endsEarly = 'The file ends earlier than it did, but has the same date.';
const unreadable = 'The disk cannot read the file.';
const restore = 'Restore the file from a backup.';

/** The problem that a full reading shows in a known file; null if it is good. */
const verdictOf = (
  book: BookToCheck,
  good: Pick<GoodReading, 'hash' | 'file_size' | 'file_modified_ms' | 'fingerprint'> | undefined,
  now: { hash: string | null; size: number; mtimeMs: number; flaw: string | null },
): FileProblem | null => {
  const { hash, flaw } = now;
  const known = good?.file_modified_ms === now.mtimeMs ? good : undefined;
  const isSameFile = known?.file_size === now.size && known.fingerprint === book.fingerprint;
  if (isSameFile && known.hash !== hash && known.hash !== null) {
    return {
      verdict: 'changed',
      detail: `${changedContent} ${flaw ?? restore}`,
    };
  }
  if (flaw === null) return null;
  const was = known?.file_size ?? (book.file_modified_ms === now.mtimeMs ? book.file_size : 0);
  return was > now.size
    ? { verdict: 'truncated', detail: `${endsEarly} ${restore}` }
    : { verdict: 'damaged', detail: flaw };
};

/** Whether the system says that the disk itself failed. */
const isDiskError = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EIO';

/**
 * Reads files in full and compares them with their last good reading. Files that are not there, or
 * are being written, are left to the next check.
 */
export const checkFiles = async (
  { bookIds, bytesPerSecond = Infinity, until = Infinity }: ReprocessJob,
  context: JobContext,
  report: ReportProgress,
): Promise<void> => {
  const store = createCheckStore(context.database);
  const away = createOfflineLibraries(store.libraries());

  const check = async (book: BookToCheck): Promise<void> => {
    const isFolder = book.format === 'folder';
    const path = join(book.root, book.path);
    const before = statAgain(book.root, book.path, isFolder);
    if (before === null) return;
    const good = store.good(book.pk);
    try {
      const hash = isFolder ? null : await hashSlowly(path, bytesPerSecond, context);
      // The scan reports a file that could never be read.
      const isTested = book.error === null || good !== undefined;
      const flaw = isTested ? await testContents(path, book, context) : null;
      const after = statAgain(book.root, book.path, isFolder);
      if (after?.size !== before.size || after.mtimeMs !== before.mtimeMs) return;
      const { size, mtimeMs } = after;
      const former =
        good ?? (book.file_hash === null ? undefined : { ...book, hash: book.file_hash });
      const found = verdictOf(book, former, { hash, size, mtimeMs, flaw });
      if (found) store.saveProblem(book.pk, found, isoNow());
      else if (book.error === null) {
        store.saveGood(book.pk, {
          ...{ good_at: isoNow(), hash, file_size: size, file_modified_ms: mtimeMs },
          fingerprint: book.fingerprint,
        });
      }
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      if (isDiskError(error) && !away.checkOffline(book.library_pk)) {
        store.saveProblem(
          book.pk,
          { verdict: 'damaged', detail: `${unreadable} ${restore}` },
          isoNow(),
        );
      }
    }
  };

  for (const [index, id] of bookIds.entries()) {
    if (context.cancelled()) throw new CancelledError();
    if (Date.now() >= until) return;
    const book = store.book(id);
    if (book && !away.pks.has(book.library_pk)) {
      report(index, bookIds.length, book.title);
      const startedAt = performance.now();
      await check(book);
      const { id: book_id, series_id, library_id } = book;
      const event = { type: 'book_updated', book_id, series_id, library_id } as const;
      context.send({ type: 'events', events: [{ ...event, timestamp: isoNow() }] });
      // Reading without a break would starve readers.
      await delay((performance.now() - startedAt) / 4);
    }
    report(index + 1, bookIds.length, '');
  }
};
