import { resolveDestination } from './pdf-destinations.ts';
import type { PdfSettings } from './pdf-fit.ts';
import {
  AnnotationMode,
  EventBus,
  PDFLinkService,
  PDFViewer,
  ScrollMode,
  SpreadMode,
  type PDFDocumentProxy,
} from './pdf-js.ts';

/** Layout and zoom of the pages. */
export type PdfView = Pick<PdfSettings, 'fit' | 'custom_fit' | 'layout' | 'continuous'>;

/**
 * Maximum canvas size (px): iOS renders nothing on a larger one. pdf.js draws the visible part over
 * it in full resolution.
 */
const maxCanvasPixels = 16 * 1024 * 1024;

const spreads = {
  single: SpreadMode.NONE,
  double: SpreadMode.ODD,
  'double-odd': SpreadMode.EVEN,
} as const;

/** The viewer of pdf.js in a container. External links are only reported. */
export const createViewer = (
  container: HTMLDivElement,
  onLink: (url: string) => void,
  /** Returns whether the jump is still the latest. */
  onJump: () => () => boolean,
  signal: AbortSignal,
) => {
  const bus = new EventBus();
  const links = new PDFLinkService({ eventBus: bus, ignoreDestinationZoom: true });
  links.addLinkAttributes = (link: HTMLAnchorElement, url: string) => {
    link.href = '';
    link.title = url;
    link.onclick = () => {
      onLink(url);
      return false;
    };
  };
  // Links within the document lead here.
  const goToDestination = links.goToDestination.bind(links);
  links.goToDestination = async (destination) => {
    const isLatest = onJump();
    const found = await resolveDestination(links.pdfDocument as PDFDocumentProxy, destination);
    if (found !== null && isLatest()) await goToDestination(found);
  };
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    annotationMode: AnnotationMode.ENABLE,
    removePageBorders: true,
    supportsPinchToZoom: false,
    enableAutoLinking: false,
    enableSelectionRendering: false,
    maxCanvasPixels,
    l10n: untranslated as never,
    abortSignal: signal,
  } as ConstructorParameters<typeof PDFViewer>[0]);
  links.setViewer(viewer);
  return { viewer, links, bus };
};

/** Arranges the pages as the view says. */
export const arrangePages = (viewer: PDFViewer, { layout, continuous }: PdfView): void => {
  viewer.spreadMode = spreads[layout];
  viewer.scrollMode = continuous ? ScrollMode.VERTICAL : ScrollMode.PAGE;
};

/** Replaces the localization of pdf.js; we set our texts where needed. */
const untranslated = {
  getLanguage: () => 'en',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
};
