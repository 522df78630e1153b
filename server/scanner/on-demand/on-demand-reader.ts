import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '../../../shared/errors.ts';
import { workerUrl } from '../../config/resolve-path.ts';
import { defaultLimits, type Limits } from '../../media/limits.ts';
import type { ParsedBook } from '../../media/formats/parsed-book.ts';
import { MediaError } from '../../media/media-error.ts';
import { openRegular } from '../../media/regular-file.ts';
import { isInZip, type StoredPage } from '../../media/stored-page.ts';
import { createWorkerThread, type WorkerThread } from '../../media/worker-thread.ts';
import { createFairQueue } from '../../tasks/fair-queue.ts';
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

type Thread = WorkerThread<BookRequest, BookResults[BookRequest['kind']]>;

/** An idle thread terminates after this time to free its memory; ms. */
const idleMs = 30_000;
/** Heap limit of a thread, MiB. */
const maxHeapMiB = 384;
/** Maximum concurrent reads of a volume, queue length, and queue length per user. */
const concurrency = 2;
const maxWaiting = 64;
const maxOfOne = 24;
/** Interval at which the drive is probed while a thread reads from it, ms. */
const probeMs = 2000;
/** 7-Zip and PDFium have the same time limit within the thread, and a better message. */
const extraSeconds = 5;

const busy = () =>
  new AppError('ServiceUnavailable', 'Too many books are being opened. Try again soon.', {
    headers: { 'Retry-After': '2' },
  });

const tooSlow = (seconds: number) =>
  new MediaError('unreadable', `Reading the file took more than ${seconds} seconds.`);

const crashed = (cause: unknown) =>
  new MediaError('damaged', 'The file could not be read because it is damaged.', cause);

const startThread = (): Thread =>
  createWorkerThread({
    module: workerUrl('server/scanner/on-demand/on-demand-worker'),
    ...{ maxHeapMiB, idleMs, tooSlow, crashed },
  });

export const createOnDemandReader = ({
  limits = () => defaultLimits,
  gated = (_path, read) => read(),
  ownerOf = () => '',
  volumeOf = () => '',
}: BookReaderOptions = {}): OnDemandReader => {
  const queue = createFairQueue({ concurrency, limit: maxWaiting, share: maxOfOne, refuse: busy });
  const threads = new Set<Thread>();
  const resting: Thread[] = [];

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

  const ask = async (request: BookRequest) => {
    const thread = resting.pop() ?? startThread();
    threads.add(thread);
    const done = new AbortController();
    // A probe that is still under way when the thread has answered is ignored.
    void watch(request.path, done.signal).catch((error: unknown) => {
      if (!done.signal.aborted) void thread.end(error as Error);
    });
    try {
      return await thread.ask(request, request.limits.seconds + extraSeconds);
    } finally {
      done.abort();
      resting.push(thread);
    }
  };

  const run = async <Kind extends BookRequest['kind']>(
    request: Extract<BookRequest, { kind: Kind }>,
  ): Promise<BookResults[Kind]> => {
    const { path } = request;
    const owner = ownerOf();
    await probe(path);
    return queue.run(() => ask(request), owner, volumeOf(path)) as Promise<BookResults[Kind]>;
  };

  return {
    list: (path, size) => run({ kind: 'list', path, size, limits: limits() }),
    analyze: async (path, pages) =>
      pages.some(isInZip) ? run({ kind: 'analyze', path, pages, limits: limits() }) : [...pages],
    close: async () => {
      const reason = new Error('The server is shutting down.');
      const ended = await Promise.all([...threads].map((thread) => thread.end(reason)));
      if (!ended.every(Boolean)) throw new Error('A thread still waits for a drive');
    },
  };
};
