import { clamp } from '../../../../shared/clamp.ts';
import type { BookPosition, Movement } from '../epub/engine/book-engine.ts';
import { stretchOf, type Locator, type TextRange } from '../epub/engine/locator.ts';
import type { PageView, PDFDocumentProxy, PDFLinkService, PDFViewer } from './pdf-js.ts';
import { pdfLocator } from './pdf-position.ts';
import type { createPdfText } from './pdf-text.ts';

/** Navigation target: a locator, a page, an outline destination, or an end of the book. */
export type PdfTarget = Locator | { page: number } | { destination: unknown } | 'start' | 'end';

interface NavigationOptions {
  container: HTMLDivElement;
  document: PDFDocumentProxy;
  bookId: string;
  viewer: PDFViewer;
  links: PDFLinkService;
  text: ReturnType<typeof createPdfText>;
  jumps: PdfJumps;
  signal: AbortSignal;
  /** Called when another page becomes the current one, before a search hit on it is looked up. */
  onPage: () => void;
  /** Called once for each page whose size cannot be loaded; the viewer leaves it blank. */
  onPageError: (error: unknown) => void;
}

/** Vertical position of a search hit, as a share of the viewport. */
const foundShare = 0.3;

/** Where in the document the viewer is, and the ways to other places. */
export const createPdfNavigation = (options: NavigationOptions) => {
  const { container, document: pdf, bookId, viewer, links, text, jumps, signal } = options;
  const { onPage, onPageError } = options;
  const total = pdf.numPages;
  /** Search hit to scroll to once its page is rendered. */
  let wanted: { page: number; stretch: TextRange } | null = null;

  const viewOf = (page: number) => viewer.getPageView(page - 1) as PageView | undefined;

  const failed = new Set<number>();
  const reportFailed = (page: number, error: unknown): null => {
    if (!signal.aborted && !failed.has(page)) onPageError(error);
    failed.add(page);
    return null;
  };
  /** The page with its real size, unless that cannot be loaded; otherwise the pages after it would shift later. */
  const measured = async (page: number): Promise<PageView | undefined> => {
    const found = viewOf(page);
    if (found && found.pdfPage === null) {
      const loaded = await pdf.getPage(page).catch((error: unknown) => reportFailed(page, error));
      if (loaded && !signal.aborted && viewOf(page)?.pdfPage === null) found.setPdfPage(loaded);
    }
    return signal.aborted ? undefined : found;
  };

  const position = (): BookPosition => {
    const page = viewer.currentPageNumber;
    const { div } = viewOf(page) ?? {};
    const middle = container.scrollTop + container.clientHeight / 2;
    const share = div ? (middle - div.offsetTop) / Math.max(1, div.clientHeight) : 0;
    const last = viewOf(total)?.div;
    const isAtBottom = container.scrollTop + container.clientHeight >= container.scrollHeight - 2;
    const isLast = last?.isConnected === true && (isAtBottom || last.offsetTop <= middle);
    const locator = pdfLocator(bookId, total, { page, share });
    return { locator, isLast, screensLeft: null, visibleShare: 0, movement: jumps.movement() };
  };

  /** Gives the current page its real size, and returns the position. */
  const settle = (): BookPosition => {
    void measured(viewer.currentPageNumber);
    return position();
  };

  /** Scrolls the hit into the upper part of the viewport. */
  const showWanted = (): void => {
    const rect = wanted && text.rectOf(wanted.page, wanted.stretch);
    if (!rect) return;
    wanted = null;
    const frame = container.getBoundingClientRect();
    container.scrollBy(
      rect.left < frame.left || rect.right > frame.right ? rect.left - frame.left - 24 : 0,
      rect.top - frame.top - foundShare * frame.height,
    );
  };

  /** @param isReopened at the place that another engine of the document showed */
  const goTo = async (target: PdfTarget, isReopened = false): Promise<void> => {
    if (typeof target === 'object' && 'destination' in target) {
      await links.goToDestination(target.destination as string);
      return;
    }
    const isLatest = jumps.begin();
    const named = target === 'start' ? 1 : target === 'end' ? total : null;
    const page = named ?? pageOf(target as Locator | { page: number });
    const found = await measured(clamp(page, 1, total));
    if (!found || !isLatest()) return;
    viewer.currentPageNumber = clamp(page, 1, total);
    if (isReopened) jumps.reopen();
    onPage();
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

  // Pages get their sizes when they come near. A wider one moves the others to its middle.
  let known = { width: 0, scale: 0 };
  const widening = new ResizeObserver(() => {
    const found = { width: container.scrollWidth, scale: viewer.currentScale };
    if (found.scale === known.scale) container.scrollLeft += (found.width - known.width) / 2;
    known = found;
  });
  if (container.firstElementChild) widening.observe(container.firstElementChild);
  signal.addEventListener('abort', () => widening.disconnect());

  return { viewOf, position, settle, goTo, measured, showWanted };
};

/** How long the viewer reports positions after a jump, because it scrolls in later frames (ms). */
const settleTime = 500;

/** Distinguishes jumps from turns, because the viewer only reports where it is. */
export const createPdfJumps = () => {
  let last = -Infinity;
  let kind: Movement = 'jump';
  /** Jumps and turns so far. */
  let count = 0;
  const begin = (next: Movement): void => {
    last = performance.now();
    kind = next;
  };
  return {
    /** Returns whether nothing else was asked for since; the target of the jump can arrive late. */
    begin: (): (() => boolean) => {
      begin('jump');
      count += 1;
      const own = count;
      return () => own === count;
    },
    /** The pages get another size, unless a jump is under way. */
    layOut: (): void => {
      if (performance.now() - last >= settleTime || kind !== 'jump') begin('layout');
    },
    /** The place of a document that was open before is shown again. */
    reopen: (): void => begin('layout'),
    /** A turn, also right after a jump. */
    end: (): void => {
      last = -Infinity;
      count += 1;
    },
    movement: (): Movement => (performance.now() - last < settleTime ? kind : 'turn'),
  };
};

export type PdfJumps = ReturnType<typeof createPdfJumps>;

const pageOf = (target: Locator | { page: number }): number =>
  'page' in target ? target.page : (target.locations.position ?? 1);
