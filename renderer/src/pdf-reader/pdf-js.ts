// The legacy build brings along what browsers above our floor still lack, like Map.getOrInsertComputed.
import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  version,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// Takes what it needs from the global object that the import above fills: the order matters.
import {
  EventBus,
  PDFLinkService,
  PDFViewer,
  ScrollMode,
  SpreadMode,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';

export { AnnotationMode, EventBus, PDFLinkService, PDFViewer, ScrollMode, SpreadMode };
export type { PDFDocumentLoadingTask, PDFDocumentProxy };

/** What is used of a page of the viewer, whose own types say nothing of it. */
export interface PageView {
  div: HTMLDivElement;
  /** Null while the page is not drawn. */
  textLayer: { div: HTMLDivElement } | null;
  /** Null until the page has been asked for; its size is a guess before that. */
  pdfPage: unknown;
  setPdfPage(page: unknown): void;
  scale: number;
  width: number;
  height: number;
}

/** Put there by `pdf-files.ts` at the build. */
const files = `/assets/pdf-${version}`;

GlobalWorkerOptions.workerSrc = `${files}/legacy/build/pdf.worker.min.mjs`;

/** Bytes of one request. */
const chunk = 256 * 1024;
/** Pixels of an image; larger ones are left out rather than take all the memory. */
const maxImagePixels = 64 * 1024 * 1024;

/**
 * Opens a PDF of the server piece by piece: only what the pages in sight need is fetched. Nothing of it is
 * run, and no form is filled.
 */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({
    url,
    rangeChunkSize: chunk,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${files}/cmaps/`,
    iccUrl: `${files}/iccs/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    maxImageSize: maxImagePixels,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
