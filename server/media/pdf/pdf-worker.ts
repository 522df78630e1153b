import { parentPort } from 'node:worker_threads';

import { LRUCache } from 'lru-cache';

import { fromSystemError, isSystemError, MediaError, type MediaReason } from '../media-error.ts';
import type { PageBox } from '../pages/page-reader.ts';
import { openDocument, type PdfDocument, type PdfInfo } from './document.ts';
import { drawnSize, type Size } from './drawn-size.ts';
import { extractPage } from './extract-page.ts';
import { loadPdfium } from './pdfium.ts';

/** A drawn page: 3 bytes per pixel, red first. */
export interface Drawing extends Size {
  pixels: Uint8Array<ArrayBuffer>;
}

export interface PdfListing {
  /** Pixels of the default drawing of each page; null where the page is damaged. */
  pages: (Size | null)[];
  info: PdfInfo;
}

export interface PdfResults {
  list: PdfListing;
  draw: Drawing;
  /** Whether most pages hold text. */
  text: boolean;
  /** A PDF of one page. */
  extract: Uint8Array<ArrayBuffer>;
}

/** `maxPixels` bounds a drawing. */
export type PdfRequest =
  | { kind: 'list'; path: string; maxPages: number; maxPixels: number }
  /** `version` tells one content of the file from another. */
  | {
      kind: 'draw';
      path: string;
      version: string;
      index: number;
      box: PageBox;
      maxPixels: number;
    }
  | { kind: 'text'; path: string }
  | { kind: 'extract'; path: string; index: number; maxBytes: number };

export type PdfReply =
  | { type: 'done'; result: PdfResults[PdfRequest['kind']] }
  | { type: 'failed'; reason: MediaReason; sentence: string };

/** Books whose pages are being read, each with its open file. */
const maxOpen = 2;
/** PDFium keeps every image that it has read of a document; after so many pages it is opened anew. */
const maxDrawn = 10;

const pdfium = await loadPdfium();
const documents = new LRUCache<string, { document: PdfDocument; drawn: number }>({
  max: maxOpen,
  dispose: ({ document }) => document.close(),
});

const list = ({ path, maxPages, maxPixels }: Extract<PdfRequest, { kind: 'list' }>): PdfListing => {
  const document = openDocument(pdfium, path);
  try {
    const { pageCount } = document;
    if (pageCount > maxPages) {
      throw new MediaError('too_large', `The PDF has more than ${maxPages} pages.`);
    }
    const pages = Array.from({ length: pageCount }, (_, index) => {
      const size = document.sizeOf(index);
      return size && drawnSize(size, {}, maxPixels);
    });
    return { pages, info: document.info() };
  } finally {
    document.close();
  }
};

const opened = (path: string, version: string): PdfDocument => {
  const key = `${version} ${path}`;
  let known = documents.get(key);
  if (!known || known.drawn === maxDrawn) {
    documents.delete(key);
    known = { document: openDocument(pdfium, path), drawn: 0 };
    documents.set(key, known);
  }
  known.drawn += 1;
  return known.document;
};

const draw = ({
  path,
  version,
  index,
  box,
  maxPixels,
}: Extract<PdfRequest, { kind: 'draw' }>): Drawing => {
  const document = opened(path, version);
  const page = document.sizeOf(index);
  if (!page) {
    throw new MediaError(
      'changed',
      'The file has changed since it was scanned. Scan the library again.',
    );
  }
  const size = drawnSize(page, box, maxPixels);
  return { ...size, pixels: document.draw(index, size) };
};

/** Pages that are looked at, spread over the document. */
const samples = 9;
/** A page with fewer characters has none that one reads, at most a number. */
const leastCharacters = 5;

const hasText = ({ path }: Extract<PdfRequest, { kind: 'text' }>): boolean => {
  const document = openDocument(pdfium, path);
  try {
    const { pageCount } = document;
    const count = Math.min(samples, pageCount);
    const withText = Array.from({ length: count }, (_, index) =>
      document.charactersOf(Math.floor(((index + 0.5) * pageCount) / count)),
    ).filter((characters) => characters >= leastCharacters);
    return withText.length * 2 > count;
  } finally {
    document.close();
  }
};

const results: {
  [Kind in PdfRequest['kind']]: (request: Extract<PdfRequest, { kind: Kind }>) => PdfResults[Kind];
} = {
  list,
  draw,
  text: hasText,
  extract: ({ path, index, maxBytes }) => extractPage(pdfium, path, index, maxBytes),
};

const resultOf = <Kind extends PdfRequest['kind']>(
  kind: Kind,
  request: Extract<PdfRequest, { kind: Kind }>,
): PdfResults[Kind] => results[kind](request);

/** What changes threads without being copied. */
const memoryOf = (result: PdfResults[PdfRequest['kind']]): ArrayBuffer[] => {
  if (result instanceof Uint8Array) return [result.buffer];
  return typeof result === 'object' && 'pixels' in result ? [result.pixels.buffer] : [];
};

const answer = (request: PdfRequest): void => {
  try {
    const result = resultOf(request.kind, request);
    parentPort?.postMessage({ type: 'done', result } satisfies PdfReply, memoryOf(result));
  } catch (error) {
    // After anything else PDFium is in no state to go on: this thread ends, and its owner starts another.
    if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
    const { reason, message } = fromSystemError(error);
    parentPort?.postMessage({ type: 'failed', reason, sentence: message } satisfies PdfReply);
  }
};

parentPort?.on('message', answer);
