import { workerUrl } from '../../config/resolve-path.ts';
import { MediaError } from '../media-error.ts';
import { createWorkerThread, type WorkerThread } from '../worker-thread.ts';
import type { PdfRequest, PdfResults, PdfWorkerData } from './pdf-worker.ts';

/** A thread that runs PDFium. */
export type PdfThread = WorkerThread<PdfRequest, PdfResults[PdfRequest['kind']]>;

interface PdfThreadOptions {
  module: URL;
  openMs: number;
  idleMs: number;
}

/** URL of the worker module. */
export const workerModule = workerUrl('server/media/pdf/pdf-worker');

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

/** Runs PDFium in a thread that ends with a hostile file. */
export const createPdfThread = ({ module, openMs, idleMs }: PdfThreadOptions): PdfThread =>
  createWorkerThread({
    ...{ module, maxHeapMiB, idleMs, crashed },
    workerData: { openMs } satisfies PdfWorkerData,
    tooSlow: (seconds) => new TooSlow(seconds),
  });
