import type { EngineEvents, Mark, Step } from '../books/book-engine.ts';
import { stretchOf, type Locator, type Stretch } from '../books/locator.ts';
import { listenToZoom } from '../reader/zoom-gestures.ts';
import { fitScale, type PdfSettings } from './pdf-fit.ts';
import { listenToPages, rectIn } from './pdf-input.ts';
import {
  AnnotationMode,
  EventBus,
  PDFLinkService,
  PDFViewer,
  ScrollMode,
  SpreadMode,
  type PageView,
  type PDFDocumentProxy,
} from './pdf-js.ts';
import { pdfLocator } from './pdf-place.ts';
import { createPdfText } from './pdf-text.ts';

/** How pages lie and how large they are. */
export type PdfView = Pick<PdfSettings, 'fit' | 'custom_fit' | 'layout' | 'continuous'>;

/** A place, a page, an entry of the outline, or an end of the book. */
export type PdfTarget = Locator | { page: number } | { destination: unknown } | 'start' | 'end';

interface PdfEngineOptions {
  container: HTMLDivElement;
  document: PDFDocumentProxy;
  bookId: string;
  view: PdfView;
  start: PdfTarget;
  /** What a screen reader calls a page, and what is said of one that cannot be drawn. */
  labels: { page: (page: number) => string; failed: string };
  events: Pick<
    EngineEvents,
    'onPlace' | 'onLoading' | 'onSelect' | 'onTap' | 'onMark' | 'onLink'
  > & {
    /** 1 shows a page as large as it is printed. */
    onScale: (scale: number) => void;
    onSwipe: (step: Step) => void;
  };
}

/** Pixels of one canvas: iOS draws nothing on a larger one. What is in sight is drawn sharp over it. */
const maxCanvasPixels = 16 * 1024 * 1024;
const leastScale = 0.1;
const mostScale = 8;
/** Milliseconds that fingers rest before a page is drawn sharp again. */
const drawingDelay = 200;
/** Of the window, that a turn moves a page which is longer than it. */
const turnShare = 0.9;
/** Where in the window a found word is put. */
const foundShare = 0.3;

const spreads = {
  single: SpreadMode.NONE,
  double: SpreadMode.ODD,
  'double-odd': SpreadMode.EVEN,
} as const;

/**
 * Shows a PDF in a container. The viewer of pdf.js draws the pages in sight and a few around them, lays
 * their text over them and forgets the others. Links out of the document are only told of.
 */
export const createPdfEngine = (options: PdfEngineOptions) => {
  const { container, document: pdf, bookId, labels, events } = options;
  const total = pdf.numPages;
  const gone = new AbortController();
  const { signal } = gone;
  const bus = new EventBus();
  const links = new PDFLinkService({ eventBus: bus, ignoreDestinationZoom: true });
  links.addLinkAttributes = (link: HTMLAnchorElement, url: string) => {
    link.href = '';
    link.title = url;
    link.onclick = () => {
      events.onLink(url);
      return false;
    };
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

  const text = createPdfText();
  let view = options.view;
  /** Null while the page is as large as the view says. */
  let zoom: number | null = null;
  /** Words that are to be shown as soon as their page has been drawn. */
  let wanted: { page: number; stretch: Stretch } | null = null;

  const viewOf = (page: number) => viewer.getPageView(page - 1) as PageView | undefined;

  const place = () => {
    const page = viewer.currentPageNumber;
    const { div } = viewOf(page) ?? {};
    const middle = container.scrollTop + container.clientHeight / 2;
    const share = div ? (middle - div.offsetTop) / Math.max(1, div.clientHeight) : 0;
    const last = viewOf(total)?.div;
    const isAtBottom = container.scrollTop + container.clientHeight >= container.scrollHeight - 2;
    const isLast = last?.isConnected === true && (isAtBottom || last.offsetTop <= middle);
    return { locator: pdfLocator(bookId, total, { page, share }), isLast, screensLeft: null };
  };

  const applyScale = () => {
    const page = viewOf(viewer.currentPageNumber);
    if (!page) return;
    const size = { width: page.width / page.scale, height: page.height / page.scale };
    const window = { width: container.clientWidth, height: container.clientHeight };
    if (window.width === 0) return;
    viewer.currentScale = zoom ?? fitScale(view, size, window);
    events.onScale(viewer.currentScale);
  };

  const applyView = () => {
    viewer.spreadMode = spreads[view.layout];
    viewer.scrollMode = view.continuous ? ScrollMode.VERTICAL : ScrollMode.PAGE;
    applyScale();
  };

  const setZoom = (next: number, at?: { x: number; y: number }) => {
    zoom = Math.min(mostScale, Math.max(leastScale, next));
    const { left, top } = container.getBoundingClientRect();
    viewer.updateScale({
      drawingDelay,
      scaleFactor: zoom / viewer.currentScale,
      origin: at ? [at.x + left, at.y + top] : undefined,
    });
    events.onScale(viewer.currentScale);
  };

  /** Brings words into the upper part of the window. */
  const showWanted = () => {
    const rect = wanted && text.rectOf(wanted.page, wanted.stretch);
    if (!rect) return;
    wanted = null;
    const frame = container.getBoundingClientRect();
    container.scrollBy(
      rect.left < frame.left || rect.right > frame.right ? rect.left - frame.left - 24 : 0,
      rect.top - frame.top - foundShare * frame.height,
    );
  };

  /** The page with its true size, without which what lies behind it would move. */
  const measured = async (page: number): Promise<PageView | undefined> => {
    const found = viewOf(page);
    if (found && found.pdfPage === null) {
      const loaded = await pdf.getPage(page);
      if (!signal.aborted && viewOf(page)?.pdfPage === null) found.setPdfPage(loaded);
    }
    return signal.aborted ? undefined : found;
  };

  const goTo = async (target: PdfTarget): Promise<void> => {
    if (typeof target === 'object' && 'destination' in target) {
      await links.goToDestination(target.destination as string);
      return;
    }
    const named = target === 'start' ? 1 : target === 'end' ? total : null;
    const page = named ?? pageOf(target as Locator | { page: number });
    const found = await measured(Math.min(total, Math.max(1, page)));
    if (!found) return;
    viewer.currentPageNumber = Math.min(total, Math.max(1, page));
    applyScale();
    if (typeof target !== 'object' || !('locations' in target)) return;
    const stretch = stretchOf(target);
    const share = target.locations.progression;
    if (stretch) {
      wanted = { page, stretch };
      showWanted();
    } else if (share > 0) {
      const { offsetTop, clientHeight } = found.div;
      container.scrollTop = offsetTop + share * clientHeight - container.clientHeight / 2;
    }
  };

  /** Moves by most of a window; false where there is no more of it. */
  const scroll = (step: Step): boolean => {
    const before = container.scrollTop;
    container.scrollBy(0, step * turnShare * container.clientHeight);
    return Math.abs(container.scrollTop - before) > 1;
  };

  const turnPage = (step: Step): boolean => (step > 0 ? viewer.nextPage() : viewer.previousPage());

  bus.on('pagesinit', () => {
    for (let page = 1; page <= total; page += 1) {
      const shown = viewOf(page);
      if (!shown) continue;
      shown.div.setAttribute('aria-label', labels.page(page));
      // It colours what pdf.js finds, and holds the text of every page ever drawn; ours does without.
      Object.defineProperty(shown, '_textHighlighter', { value: null });
    }
    applyView();
    void goTo(options.start);
  });
  bus.on('updateviewarea', () => events.onPlace(place()));
  bus.on('pagerendered', ({ source, error }: { source: PageView; error: unknown }) => {
    events.onLoading(false);
    if (error) source.div.dataset['failed'] = labels.failed;
    else delete source.div.dataset['failed'];
  });
  bus.on(
    'textlayerrendered',
    ({ source, pageNumber }: { source: PageView; pageNumber: number }) => {
      text.onText(pageNumber, source);
      showWanted();
    },
  );
  listenToZoom(container, { zoom: () => viewer.currentScale, setZoom }, signal);
  listenToPages(
    container,
    {
      onTap: events.onTap,
      onPoint: (x, y) => {
        const id = text.markAt(x, y);
        if (id === null || id === 'found' || id === 'here') return false;
        events.onMark(id);
        return true;
      },
      onSelection: (range) => {
        const chosen = range && text.selected(range);
        if (!range || !chosen) {
          events.onSelect(null);
          return;
        }
        const { page, stretch } = chosen;
        const locator = pdfLocator(bookId, total, { page, share: 0, stretch });
        events.onSelect({
          locator: { ...locator, text: { highlight: chosen.text } },
          text: chosen.text,
          rect: rectIn(container, range),
        });
      },
      onSwipe: (step) => {
        if (!view.continuous) events.onSwipe(step);
      },
      onPastEdge: (step) => {
        if (view.continuous) return;
        // Going back one arrives where that page ends.
        if (turnPage(step) && step < 0) container.scrollTop = container.scrollHeight;
      },
    },
    signal,
  );
  const resized = new ResizeObserver(() => applyScale());
  resized.observe(container);
  events.onLoading(true);
  viewer.setDocument(pdf);
  links.setDocument(pdf);

  return {
    goTo,
    /** One screen on or back. False at an end of the book. */
    turn: (step: Step): boolean => scroll(step) || (!view.continuous && turnPage(step)),
    /** The next or previous page, from its top. False at an end of the book. */
    turnPage,
    setView: (next: PdfView): void => {
      view = next;
      zoom = null;
      if (viewer.pagesCount > 0) applyView();
    },
    zoomBy: (factor: number): void => setZoom(viewer.currentScale * factor),
    resetZoom: (): void => {
      zoom = null;
      applyScale();
    },
    rotate: (): void => {
      const page = viewer.currentPageNumber;
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
      applyScale();
      viewer.currentPageNumber = page;
    },
    setMarks: (marks: readonly Mark[]): void => text.setMarks(marks),
    clearSelection: (): void => document.getSelection()?.removeAllRanges(),
    destroy: (): void => {
      resized.disconnect();
      gone.abort();
      text.destroy();
      // The viewer takes null for "none", which its types do not say.
      viewer.setDocument(null);
      links.setDocument(null);
    },
  };
};

export type PdfEngine = ReturnType<typeof createPdfEngine>;

const pageOf = (target: Locator | { page: number }): number =>
  'page' in target ? target.page : (target.locations.position ?? 1);

/** Stands in for the texts that pdf.js brings along: ours are set where they are needed. */
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
