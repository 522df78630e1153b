import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import PQueue from 'p-queue';

import { programOf } from '../../config/places.ts';
import { type FileAt, openFileMs, partsOf, requireSame, stampOf } from '../file-stamp.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { fromSystemError, MediaError } from '../media-error.ts';
import type { PageBox } from '../pages/page-reader.ts';
import type {
  Drawing,
  PdfListing,
  PdfReply,
  PdfRequest,
  PdfResults,
  PdfWorkerData,
} from './pdf-worker.ts';

/** Lists and draws PDFs away from the calling thread, one after the other. */
export interface Pdf {
  /** Throws MediaError: `encrypted`, `damaged`, `too_large` … */
  list(path: string): Promise<PdfListing>;
  /** Draws a page (`index` from 0) to fit into `box`. Throws MediaError. */
  draw(file: FileAt, index: number, box: PageBox): Promise<Drawing>;
  /** Whether most pages hold text, as far as some of them tell. Throws MediaError. */
  hasText(path: string): Promise<boolean>;
  /** A page (`index` from 0) as a PDF of its own. Throws MediaError. */
  extract(path: string, index: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread and with it every open file; what still runs is rejected. */
  close(): Promise<void>;
}

interface PdfOptions {
  limits?: () => Limits;
  /** The module that the thread runs. */
  module?: URL;
  /** How long a document stays open after its last page, ms. */
  openMs?: number;
}

/** A thread that had nothing to do for this long ends, and gives its memory and files back; ms. */
const idleMs = 30_000;
/** Its own heap, MiB; that of PDFium has a bound of its own. */
const maxHeapMiB = 128;

const workerModule = programOf('server/media/pdf/pdf-worker');

const tooSlow = (seconds: number) =>
  new MediaError(
    'undecodable',
    `Reading the PDF took more than ${seconds} seconds, so it was given up.`,
  );

const crashed = (cause: unknown) =>
  new MediaError(
    'damaged',
    'Reading the PDF broke off, because it is damaged. Copy or download it again.',
    cause,
  );

const shuttingDown = () => new Error('The server is shutting down.');

const toError = ({ reason, sentence }: Extract<PdfReply, { type: 'failed' }>) =>
  new MediaError(reason, sentence);

/**
 * Runs PDFium in a thread of its own, started with the first request: a hostile file may keep it busy for
 * ever or break it, and then only this thread is ended, after `limits.seconds`, and started again.
 */
export const createPdf = ({
  limits = () => defaultLimits,
  module = workerModule,
  openMs = openFileMs,
}: PdfOptions = {}): Pdf => {
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | null = null;
  let giveUp: AbortController | null = null;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const started = new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
      workerData: { openMs } satisfies PdfWorkerData,
    });
    const gone = () => {
      if (worker === started) worker = null;
    };
    started.on('error', gone);
    started.on('exit', gone);
    return started;
  };

  const end = async () => {
    const last = worker;
    worker = null;
    await last?.terminate();
  };

  const ask = async (request: PdfRequest): Promise<PdfResults[PdfRequest['kind']]> => {
    if (closed) throw shuttingDown();
    clearTimeout(idle);
    const { seconds } = limits();
    const controller = new AbortController();
    giveUp = controller;
    const timer = setTimeout(() => controller.abort(tooSlow(seconds)), seconds * 1000);
    try {
      worker ??= start();
      worker.postMessage(request);
      const [reply] = (await once(worker, 'message', { signal: controller.signal })) as [PdfReply];
      if (reply.type === 'failed') throw toError(reply);
      return reply.result;
    } catch (error) {
      if (error instanceof MediaError) throw error;
      await end();
      throw controller.signal.aborted ? controller.signal.reason : crashed(error);
    } finally {
      clearTimeout(timer);
      giveUp = null;
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  const run = <Kind extends PdfRequest['kind']>(
    request: Extract<PdfRequest, { kind: Kind }>,
  ): Promise<PdfResults[Kind]> => queue.add(() => ask(request)) as Promise<PdfResults[Kind]>;

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
      return run({ kind: 'draw', path, stamp, index, box, maxPixels: limits().image_pixels });
    },
    extract: (path, index) => run({ kind: 'extract', path, index, maxBytes: limits().entry_bytes }),
    hasText: (path) => run({ kind: 'text', path }),
    close: async () => {
      closed = true;
      giveUp?.abort(shuttingDown());
      await queue.onIdle();
      clearTimeout(idle);
      await end();
    },
  };
};
