import { clamp } from '../../../../shared/clamp.ts';
import type { Point } from '../comic/stage/fit.ts';
import type { BookSelection, EngineEvents, Mark } from '../epub/engine/book-engine.ts';
import { deselect } from '../shell/deselect.ts';
import type { Step } from '../shell/opened-book.ts';
import { doubleTapZoom, listenToZoom } from '../shell/zoom-gestures.ts';
import { fitScale, maxScale } from './pdf-fit.ts';
import { listenToPages, rectIn } from './pdf-input.ts';
import type { PageView, PDFDocumentProxy } from './pdf-js.ts';
import {
  createPdfJumps,
  createPdfNavigation,
  type PdfJumps,
  type PdfTarget,
} from './pdf-navigation.ts';
import { pdfLocator } from './pdf-position.ts';
import { createPdfText, type PageStretch } from './pdf-text.ts';
import { arrangePages, createViewer, type PdfView } from './pdf-viewer.ts';

export type PdfEvents = Pick<
  EngineEvents,
  'onMove' | 'onLoading' | 'onSelect' | 'onTap' | 'onMark' | 'onLink'
> & {
  /** 1 is the print size. */
  onScale: (scale: number) => void;
  onPageError: (error: unknown) => void;
  onSwipe: (step: Step) => void;
  /** The wheel asks for the next or previous screen. */
  onTurn: (step: Step) => void;
};

interface PdfEngineOptions {
  container: HTMLDivElement;
  document: PDFDocumentProxy;
  bookId: string;
  view: PdfView;
  start: PdfTarget;
  /** The start is where another engine of the document was, so that going there does not count as a jump. */
  isReopened: boolean;
  /** Accessible name of a page, and the message for one that cannot be rendered. */
  labels: { page: (page: number) => string; failed: string };
  events: PdfEvents;
}

const minScale = 0.1;
/** Delay after a pinch before pages are rendered in full resolution (ms). */
const drawingDelay = 200;
/** Share of the viewport height by which a turn scrolls a longer page. */
const turnShare = 0.9;
/** By what an arrow key scrolls, as in browsers (px). */
const lineHeight = 40;

/**
 * Renders a PDF in a container. The pdf.js viewer draws the visible pages and a few around them,
 * adds their text layers and releases the others. External links are only reported, not opened.
 */
export const createPdfEngine = (options: PdfEngineOptions) => {
  const { container, document: pdf, bookId, labels, events } = options;
  const destroyed = new AbortController();
  const { signal } = destroyed;
  const jumps = createPdfJumps();
  const { viewer, links, bus } = createViewer(container, events.onLink, jumps.begin, signal);
  const text = createPdfText();
  let view = options.view;
  /** Null while the scale follows the view settings. */
  let zoom: number | null = null;

  const applyScale = () => {
    const page = viewOf(viewer.currentPageNumber);
    const window = { width: container.clientWidth, height: container.clientHeight };
    if (!page || window.width === 0) return;
    const size = { width: page.width / page.scale, height: page.height / page.scale };
    // After a new scale, the viewer returns to the place that it knows, and it learns of a jump only in the next frame.
    viewer.update();
    viewer.currentScale = zoom ?? fitScale(view, size, window);
    events.onScale(viewer.currentScale);
  };

  const layOut = () => {
    jumps.layOut();
    arrangePages(viewer, view);
    applyScale();
  };

  const setZoom = (next: number, around?: Point) => {
    zoom = clamp(next, minScale, maxScale);
    viewer.updateScale({
      drawingDelay,
      scaleFactor: zoom / viewer.currentScale,
      origin: around && inWindow(container, around),
    });
    events.onScale(viewer.currentScale);
  };

  const zoomBy = (factor: number, around?: Point) => setZoom(viewer.currentScale * factor, around);

  const resetZoom = () => {
    zoom = null;
    applyScale();
  };

  const { viewOf, position, settle, goTo, measured, showWanted } = createPdfNavigation({
    container,
    bookId,
    viewer,
    links,
    text,
    jumps,
    signal,
    document: pdf,
    onPage: () => applyScale(),
    onPageError: events.onPageError,
  });

  const { scrollBy, scrollLine } = createScrolling(container, jumps);

  const turnPage = async (step: Step): Promise<boolean> => {
    jumps.end();
    // Of pages side by side, the viewer takes the first for the current one again, also of the last two.
    if (step > 0 && view.layout !== 'single' && position().isLast) return false;
    if (!(step > 0 ? viewer.nextPage() : viewer.previousPage())) return false;
    // The page before may have another size.
    if (!view.continuous && (await measured(viewer.currentPageNumber))) applyScale();
    return true;
  };

  bus.on('pagesinit', () => {
    for (let page = 1; page <= pdf.numPages; page += 1)
      preparePage(viewOf(page), labels.page(page));
    layOut();
    // Before, the viewer reports page 1, from which the start would be a jump.
    void goTo(options.start, options.isReopened).finally(() => {
      if (signal.aborted) return;
      bus.on('updateviewarea', () => events.onMove(settle()));
      viewer.update();
    });
  });
  bus.on('pagerendered', ({ source, error }: RenderEvent) => {
    events.onLoading(false);
    showOutcome(source, error ? labels.failed : null);
    if (error) events.onPageError(error);
  });
  bus.on('textlayerrendered', ({ source, pageNumber }: RenderEvent) => {
    text.onText(pageNumber, source);
    showWanted();
  });
  listenToZoom(container, { zoom: () => viewer.currentScale, setZoom }, signal);
  listenToPages(
    container,
    {
      ...events,
      onDoubleTap: (x, y) => (zoom === null ? zoomBy(doubleTapZoom, { x, y }) : resetZoom()),
      onPoint: (x, y) => {
        const id = text.markAt(x, y);
        if (id === null || id === 'found' || id === 'here') return false;
        events.onMark(id);
        return true;
      },
      onSelection: (range) =>
        events.onSelect(range && selectionOf(range, text.selected(range), options)),
    },
    signal,
  );
  const resized = new ResizeObserver(() => viewer.pagesCount > 0 && layOut());
  resized.observe(container);
  events.onLoading(true);
  viewer.setDocument(pdf);
  links.setDocument(pdf);

  return {
    goTo,
    /** One screen forward or back, across pages. False at an end of the book. */
    turn: async (step: Step): Promise<boolean> => {
      if (scrollBy(step * turnShare * container.clientHeight)) return true;
      if (view.continuous || !(await turnPage(step))) return false;
      if (step < 0) container.scrollTop = container.scrollHeight;
      return true;
    },
    scrollLine,
    /** The next or previous page, at its top. False at an end of the book. */
    turnPage,
    setView: (next: PdfView): void => {
      [view, zoom] = [next, null];
      if (viewer.pagesCount > 0) layOut();
    },
    zoomBy,
    resetZoom,
    rotate: (): void => {
      const page = viewer.currentPageNumber;
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
      layOut();
      viewer.currentPageNumber = page;
    },
    setMarks: (marks: readonly Mark[]): void => text.setMarks(marks),
    clearSelection: (): boolean => deselect(document, container),
    destroy: (): void => {
      resized.disconnect();
      destroyed.abort();
      text.destroy();
      // `null` clears the document, which the types do not allow.
      viewer.setDocument(null);
      links.setDocument(null);
    },
  };
};

const createScrolling = (container: HTMLElement, jumps: PdfJumps) => {
  /** False at the end. */
  const scrollBy = (distance: number): boolean => {
    jumps.end();
    const before = container.scrollTop;
    container.scrollBy(0, distance);
    return Math.abs(container.scrollTop - before) > 1;
  };
  return {
    scrollBy,
    /** By an arrow key; false where the browser scrolls what has the focus, the pages or a panel. */
    scrollLine: (step: Step): boolean => {
      const { activeElement } = document;
      if (container.contains(activeElement) || activeElement?.closest('[data-scrolls]'))
        return false;
      scrollBy(step * lineHeight);
      return true;
    },
  };
};

/** A page or its text has been rendered. */
interface RenderEvent {
  source: PageView;
  pageNumber: number;
  error?: unknown;
}

export type PdfEngine = ReturnType<typeof createPdfEngine>;

const inWindow = (container: HTMLElement, { x, y }: Point): [number, number] => {
  const { left, top } = container.getBoundingClientRect();
  return [x + left, y + top];
};

const preparePage = (shown: PageView | undefined, label: string): void => {
  if (!shown) return;
  shown.div.setAttribute('aria-label', label);
  // The viewer's own highlighter keeps the text of every page ever rendered; we use our own.
  Object.defineProperty(shown, '_textHighlighter', { value: null });
};

const showOutcome = ({ div, textLayer }: PageView, failure: string | null): void => {
  // The text, which follows, would be a stop of Tab that moves the pages, and take the focus after a jump.
  textLayer?.div.removeAttribute('tabindex');
  div.dataset['drawn'] = '';
  if (failure !== null) div.dataset['failed'] = failure;
  else delete div.dataset['failed'];
};

const selectionOf = (
  range: Range,
  chosen: PageStretch | null,
  { container, bookId, document }: PdfEngineOptions,
): BookSelection | null => {
  if (!chosen) return null;
  const { page, stretch, text } = chosen;
  const locator = pdfLocator(bookId, document.numPages, { page, share: 0, stretch });
  return {
    locator: { ...locator, text: { highlight: text } },
    text,
    rect: rectIn(container, range),
  };
};
