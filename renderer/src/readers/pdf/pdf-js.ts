// The legacy build includes polyfills for browsers that we support, e.g. Map.getOrInsertComputed.
import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  version,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// Must follow the import above, which sets the global object that this module reads.
import {
  EventBus,
  PDFLinkService,
  PDFViewer,
  ScrollMode,
  SpreadMode,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';

import { basePath } from '../../api/base-path.ts';

export { AnnotationMode, EventBus, PDFLinkService, PDFViewer, ScrollMode, SpreadMode };
export type { PDFDocumentLoadingTask, PDFDocumentProxy };

/** The parts of the viewer's `PDFPageView` in use, which its types do not cover. */
export interface PageView {
  div: HTMLDivElement;
  /** Null while the page is not rendered. */
  textLayer: { div: HTMLDivElement } | null;
  /** Null until the page is loaded; until then its size is a guess. */
  pdfPage: unknown;
  setPdfPage(page: unknown): void;
  scale: number;
  width: number;
  height: number;
}

/** Emitted by `pdf-files.ts` at build time; without the base path. */
export const pdfFilesFolder = `/assets/pdf-${version}`;
const files = basePath + pdfFilesFolder;

GlobalWorkerOptions.workerSrc = `${files}/legacy/build/pdf.worker.min.mjs`;

/** Range request size (bytes). */
const chunk = 256 * 1024;
/** Maximum size of an image (px); larger ones are skipped to limit memory use. */
const maxImagePixels = 64 * 1024 * 1024;

/**
 * Opens a PDF by range requests, so that only the data of visible pages is fetched. Scripts and
 * forms are disabled.
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
