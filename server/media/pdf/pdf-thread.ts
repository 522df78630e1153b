import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { workerUrl } from '../../config/resolve-path.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { MediaError } from '../media-error.ts';
import type { PdfReply, PdfRequest, PdfResults, PdfWorkerData } from './pdf-worker.ts';

/** A thread that runs PDFium, started by its first request. */
export interface PdfThread {
  /** Throws MediaError; handles one request at a time. */
  ask(request: PdfRequest, seconds: number): Promise<PdfResults[PdfRequest['kind']]>;
  /** Terminates the thread, which closes its files; a running request rejects with `reason`. */
  end(reason: Error): Promise<void>;
}

interface PdfThreadOptions {
  module: URL;
  openMs: number;
  /** An idle thread terminates after this time to free its memory and files; ms. */
  idleMs: number;
}

/** URL of the worker module. */
export const workerModule = workerUrl('server/media/pdf/pdf-worker');

/**
 * How long terminating a thread can take, ms. A thread blocked by a hung drive ends when the drive
 * answers.
 */
const terminateMs = 1000;

/** Limit of the JavaScript heap, MiB; PDFium's memory has a separate limit. */
const maxHeapMiB = 128;

/** A request that exceeded its time limit, for example on a hostile file. */
export class TooSlow extends MediaError {
  constructor(seconds: number) {
    super('undecodable', `Reading the PDF took more than ${seconds} seconds, so it was stopped.`);
  }
}

const crashed = (cause: unknown) =>
  new MediaError(
    'damaged',
    'The PDF could not be read to its end because it is damaged. Copy or download it again.',
    cause,
  );

const toError = ({ reason, sentence }: Extract<PdfReply, { type: 'failed' }>) =>
  new MediaError(reason, sentence);

/**
 * Runs PDFium in a separate thread: a hostile file can hang or crash it, and then only this thread
 * is terminated, and restarted by the next request.
 */
export const createPdfThread = ({ module, openMs, idleMs }: PdfThreadOptions): PdfThread => {
  let worker: Worker | null = null;
  let abortController: AbortController | null = null;
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

  const terminate = async () => {
    const last = worker;
    worker = null;
    if (last) await withTimeout(last.terminate(), terminateMs, null);
  };

  return {
    ask: async (request, seconds) => {
      clearTimeout(idle);
      const controller = new AbortController();
      abortController = controller;
      const timer = setTimeout(() => controller.abort(new TooSlow(seconds)), seconds * 1000);
      try {
        worker ??= start();
        worker.postMessage(request);
        const [reply] = (await once(worker, 'message', { signal: controller.signal })) as [
          PdfReply,
        ];
        if (reply.type === 'failed') throw toError(reply);
        return reply.result;
      } catch (error) {
        if (error instanceof MediaError) throw error;
        await terminate();
        throw controller.signal.aborted ? controller.signal.reason : crashed(error);
      } finally {
        clearTimeout(timer);
        abortController = null;
        idle = setTimeout(() => void terminate(), idleMs).unref();
      }
    },
    end: async (reason) => {
      abortController?.abort(reason);
      clearTimeout(idle);
      await terminate();
    },
  };
};
