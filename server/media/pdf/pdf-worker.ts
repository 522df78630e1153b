import { parentPort, workerData } from 'node:worker_threads';

import { LRUCache } from 'lru-cache';

import { changedFile, type FileStamp, requireSame } from '../file-stamp.ts';
import { fromSystemError, isSystemError, MediaError } from '../media-error.ts';
import type { PageBox } from '../pages/page-reader.ts';
import type { ThreadReply } from '../worker-thread.ts';
import { openDocument, type PdfDocument } from './document.ts';
import { drawnSize, type Size } from './drawn-size.ts';
import { extractPage } from './extract-page.ts';
import { listDocument, type PdfListing, type ListRequest } from './list-document.ts';
import { loadPdfium } from './pdfium.ts';

/** A drawn page: 3 bytes per pixel, red first. */
export interface Drawing extends Size {
  pixels: Uint8Array<ArrayBuffer>;
}

export interface PdfResults {
  list: PdfListing;
  draw: Drawing;
  /** Whether most pages contain text. */
  text: boolean;
  /** A one-page PDF. */
  extract: Uint8Array<ArrayBuffer>;
}

/** `maxPixels` limits the size of a drawing. */
export type PdfRequest =
  | ({ kind: 'list' } & ListRequest)
  /** Requires this version of the file, whatever is at the path. */
  | {
      kind: 'draw';
      path: string;
      stamp: FileStamp;
      index: number;
      box: PageBox;
      maxPixels: number;
    }
  | { kind: 'text'; path: string }
  | { kind: 'extract'; path: string; index: number; maxBytes: number };

export type PdfReply = ThreadReply<PdfResults[PdfRequest['kind']]>;

export interface PdfWorkerData {
  /** How long a document stays open after its last page, ms. */
  openMs: number;
}

/** Maximum open documents, one per book being read. */
const maxOpen = 2;
/** PDFium caches every image of a document, so it is reopened after this many pages. */
const maxDrawn = 10;

const pdfium = await loadPdfium();
const { openMs } = workerData as PdfWorkerData;
const documents = new LRUCache<string, { document: PdfDocument; drawn: number }>({
  max: maxOpen,
  ttl: openMs,
  ttlAutopurge: true,
  updateAgeOnGet: true,
  dispose: ({ document }) => document.close(),
});

const opened = (path: string, stamp: FileStamp): PdfDocument => {
  const key = `${Object.values(stamp).join(' ')} ${path}`;
  let known = documents.get(key);
  if (!known || known.drawn === maxDrawn) {
    documents.delete(key);
    known = { document: openExpected(path, stamp), drawn: 0 };
    documents.set(key, known);
  }
  known.drawn += 1;
  return known.document;
};

const openExpected = (path: string, stamp: FileStamp): PdfDocument => {
  const document = openDocument(pdfium, path);
  try {
    requireSame(document.stamp(), stamp);
    return document;
  } catch (error) {
    document.close();
    throw error;
  }
};

const draw = ({
  path,
  stamp,
  index,
  box,
  maxPixels,
}: Extract<PdfRequest, { kind: 'draw' }>): Drawing => {
  const document = opened(path, stamp);
  const page = document.sizeOf(index);
  if (!page) {
    throw changedFile();
  }
  const size = drawnSize(page, box, maxPixels);
  const pixels = document.draw(index, size);
  // Another program can modify the open file in place.
  requireSame(document.stamp(), stamp);
  return { ...size, pixels };
};

/** Number of pages sampled, distributed over the document. */
const samples = 9;
/** A page with fewer characters has no text, at most a page number. */
const minCharacters = 5;

const hasText = ({ path }: Extract<PdfRequest, { kind: 'text' }>): boolean => {
  const document = openDocument(pdfium, path);
  try {
    const { pageCount } = document;
    const count = Math.min(samples, pageCount);
    const withText = Array.from({ length: count }, (_, index) =>
      document.charactersOf(Math.floor(((index + 0.5) * pageCount) / count)),
    ).filter((characters) => characters >= minCharacters);
    return withText.length * 2 > count;
  } finally {
    document.close();
  }
};

const results: {
  [Kind in PdfRequest['kind']]: (request: Extract<PdfRequest, { kind: Kind }>) => PdfResults[Kind];
} = {
  list: (request) => listDocument(pdfium, request),
  draw,
  text: hasText,
  extract: ({ path, index, maxBytes }) => extractPage(pdfium, path, index, maxBytes),
};

const resultOf = <Kind extends PdfRequest['kind']>(
  kind: Kind,
  request: Extract<PdfRequest, { kind: Kind }>,
): PdfResults[Kind] => results[kind](request);

/** Buffers to transfer between threads instead of copying. */
const memoryOf = (result: PdfResults[PdfRequest['kind']]): ArrayBuffer[] => {
  if (result instanceof Uint8Array) return [result.buffer];
  return typeof result === 'object' && 'pixels' in result ? [result.pixels.buffer] : [];
};

const answer = (request: PdfRequest): void => {
  try {
    const result = resultOf(request.kind, request);
    parentPort?.postMessage({ type: 'done', result } satisfies PdfReply, memoryOf(result));
  } catch (error) {
    // After any other error PDFium's state is undefined: the thread ends, and its owner starts
    // another.
    if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
    const { reason, message } = fromSystemError(error);
    parentPort?.postMessage({ type: 'failed', reason, sentence: message } satisfies PdfReply);
  }
};

parentPort?.on('message', answer);
