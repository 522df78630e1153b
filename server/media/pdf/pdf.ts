import { stat } from 'node:fs/promises';

import { LRUCache } from 'lru-cache';

import { AppError, retryAfter } from '../../../shared/errors.ts';
import {
  type FileAt,
  type FileStamp,
  openFileMs,
  partsOf,
  requireSame,
  stampOf,
} from '../file-stamp.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { fromSystemError } from '../media-error.ts';
import type { PageBox } from '../pages/page-reader.ts';
import { createPdfSchedule } from './pdf-schedule.ts';
import { createPdfThread, TooSlow, workerModule } from './pdf-thread.ts';
import type { PdfListing } from './list-document.ts';
import type { Drawing, PdfRequest, PdfResults } from './pdf-worker.ts';

/** Lists and draws PDFs in other threads; a slow file does not block the others. */
export interface Pdf {
  /** Throws MediaError: `encrypted`, `damaged`, `too_large` … */
  list(path: string): Promise<PdfListing>;
  /** Draws a page (`index` from 0) to fit into `box`. Throws MediaError. */
  draw(file: FileAt, index: number, box: PageBox): Promise<Drawing>;
  /** Whether most of the sampled pages contain text. Throws MediaError. */
  hasText(path: string): Promise<boolean>;
  /** Extracts a page (`index` from 0) as a PDF. Throws MediaError. */
  extract(path: string, index: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Terminates all threads, which closes their files; running requests reject. Rejects if a drive
   * that hangs blocks a thread, so that the process must end by a signal.
   */
  close(): Promise<void>;
}

interface PdfOptions {
  limits?: () => Limits;
  /** URL of the worker module. */
  module?: URL;
  /** Fair-share key: who reads a document. */
  ownerOf?: () => string;
  /** The volume of a path. */
  volumeOf?: (path: string) => string;
}

/** An idle thread terminates after this time to free its memory and files; ms. */
const idleMs = 30_000;
/** How long a page that timed out is not retried, ms. */
const givenUpMs = 10 * 60 * 1000;
/** Maximum queue length, in total and per user. */
const maxWaiting = 128;
const maxOfOne = 64;

const busy = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many PDFs are being read. Try again soon.',
    retryAfter(2),
  );

const shuttingDown = () => new Error('The server is shutting down.');

/** A page that timed out, and the smallest box it was drawn into. */
interface GivenUp {
  width: number;
  height: number;
  error: TooSlow;
}

/**
 * Runs PDFium in threads started on demand: a hostile file can hang or crash one, and then only
 * that thread is terminated, after `limits.seconds`, and restarted.
 */
export const createPdf = ({
  limits = () => defaultLimits,
  module = workerModule,
  ownerOf = () => '',
  volumeOf = () => '',
}: PdfOptions = {}): Pdf => {
  const schedule = createPdfSchedule({
    start: () => createPdfThread({ module, openMs: openFileMs, idleMs }),
    limit: maxWaiting,
    share: maxOfOne,
    refuse: busy,
  });
  const givenUp = new LRUCache<string, GivenUp>({ max: 1000, ttl: givenUpMs });
  let closed = false;

  const run = <Kind extends PdfRequest['kind']>(
    request: Extract<PdfRequest, { kind: Kind }>,
  ): Promise<PdfResults[Kind]> =>
    schedule.add(
      { path: request.path, owner: ownerOf(), volume: volumeOf(request.path) },
      (thread) => {
        if (closed) return Promise.reject(shuttingDown());
        return thread.ask(request, limits().seconds) as Promise<PdfResults[Kind]>;
      },
    );

  /**
   * Does not retry a page that timed out at the same size or larger, because repeated requests
   * would block a thread permanently.
   */
  const drawOnce = async (request: Extract<PdfRequest, { kind: 'draw' }>): Promise<Drawing> => {
    const { path, stamp, index } = request;
    const { width = Infinity, height = Infinity } = request.box;
    const key = keyOf(path, stamp, index);
    const known = givenUp.get(key);
    if (known && width >= known.width && height >= known.height) throw known.error;
    try {
      return await run(request);
    } catch (error) {
      if (error instanceof TooSlow) givenUp.set(key, { width, height, error });
      throw error;
    }
  };

  return {
    list: (path) => {
      const { archive_entries: maxPages, image_pixels: maxPixels } = limits();
      return run({ kind: 'list', path, maxPages, maxPixels });
    },
    draw: async (file, index, box) => {
      const { path, stamp: expected } = partsOf(file);
      const found = await stat(path, { bigint: true }).catch((error: unknown) => {
        throw fromSystemError(error);
      });
      const stamp = stampOf(found);
      requireSame(stamp, expected);
      return drawOnce({ kind: 'draw', path, stamp, index, box, maxPixels: limits().image_pixels });
    },
    extract: (path, index) => run({ kind: 'extract', path, index, maxBytes: limits().entry_bytes }),
    hasText: (path) => run({ kind: 'text', path }),
    close: async () => {
      closed = true;
      await schedule.end(shuttingDown());
    },
  };
};

const keyOf = (path: string, stamp: FileStamp, index: number): string =>
  `${Object.values(stamp).join(' ')} ${index} ${path}`;
