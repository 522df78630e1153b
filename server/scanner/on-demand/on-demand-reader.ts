import { setTimeout as delay } from 'node:timers/promises';

import { workerUrl } from '../../config/resolve-path.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import type { ParsedBook } from '../../media/formats/parsed-book.ts';
import { createReadingThreads } from '../../media/reading-threads.ts';
import { openRegular } from '../../media/regular-file.ts';
import { isInZip, type StoredPage } from '../../media/stored-page.ts';
import type { WorkerThread } from '../../media/worker-thread.ts';
import type { BookRequest, BookResults } from './on-demand-worker.ts';

/**
 * Reads single books ahead of any scan, in threads, because listing and analysing block: a drive
 * that hangs then stops a thread and not the server. Both reject with AppError ServiceUnavailable
 * if the drive does not respond, and with MediaError if the file takes too long.
 */
export interface OnDemandReader {
  /** Lists a file like `openBook`. */
  list(path: string, fileSize: number): Promise<ParsedBook>;
  /** Analyses the pages of a ZIP archive like `analyzeZipPages`. */
  analyze(path: string, pages: readonly StoredPage[]): Promise<StoredPage[]>;
  /** Rejects if a drive that hangs blocks a thread. */
  close(): Promise<void>;
}

interface BookReaderOptions {
  limits?: () => Limits;
  /** Limits concurrent reads per volume; rejects while the drive does not respond. */
  gated?: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
  /** Fair-share key: who reads. */
  ownerOf?: () => string;
  /** The volume of a path. */
  volumeOf?: (path: string) => string;
}

/** Heap limit of a thread, MiB. */
const maxHeapMiB = 384;
/** Interval at which the drive is probed while a thread reads from it, ms. */
const probeMs = 2000;
/** 7-Zip and PDFium have the same time limit within the thread, and a better message. */
const extraSeconds = 5;

type Thread = WorkerThread<BookRequest, BookResults[BookRequest['kind']]>;

export const createOnDemandReader = ({
  limits = () => defaultLimits,
  gated = (_path, read) => read(),
  ownerOf = () => '',
  volumeOf = () => '',
}: BookReaderOptions = {}): OnDemandReader => {
  const threads = createReadingThreads<BookRequest, BookResults[BookRequest['kind']]>(
    workerUrl('server/scanner/on-demand/on-demand-worker'),
    maxHeapMiB,
  );

  /** Opens the file, because its facts can come from a cache while the drive hangs. */
  const probe = (path: string) =>
    gated(path, async () => {
      const handle = await openRegular(path).catch(() => null);
      await handle?.close();
    });

  /** Rejects when the drive stops responding. */
  const watch = async (path: string, signal: AbortSignal): Promise<never> => {
    for (;;) {
      await delay(probeMs, undefined, { signal, ref: false });
      await probe(path);
    }
  };

  const ask = async (thread: Thread, request: BookRequest) => {
    const done = new AbortController();
    // A probe that is still under way when the thread has answered is ignored.
    void watch(request.path, done.signal).catch((error: unknown) => {
      if (!done.signal.aborted) void thread.end(error as Error);
    });
    try {
      return await thread.ask(request, request.limits.seconds + extraSeconds);
    } finally {
      done.abort();
    }
  };

  const run = async <Kind extends BookRequest['kind']>(
    request: Extract<BookRequest, { kind: Kind }>,
  ): Promise<BookResults[Kind]> => {
    const { path } = request;
    const owner = ownerOf();
    await probe(path);
    return threads.run((thread) => ask(thread, request), owner, volumeOf(path)) as Promise<
      BookResults[Kind]
    >;
  };

  return {
    list: (path, size) => run({ kind: 'list', path, size, limits: limits() }),
    analyze: async (path, pages) =>
      pages.some(isInZip) ? run({ kind: 'analyze', path, pages, limits: limits() }) : [...pages],
    close: () => threads.close(),
  };
};
