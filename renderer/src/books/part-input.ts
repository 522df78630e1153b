import { parseUrl } from '../ui/parse-url.ts';
import type { EngineEvents, Step } from './book-engine.ts';
import type { PartFrame } from './part-frame.ts';

export interface PartInput extends Pick<EngineEvents, 'onTap' | 'onLink' | 'onKey'> {
  /** Something else than a link or the bare page was tapped; true where that was an answer to it. */
  onPoint: (x: number, y: number) => boolean;
  onFollow: (href: string) => void;
  /** By wheel; never called while the text scrolls by itself. */
  onTurn: (step: Step) => void;
  /** The text was scrolled by what was done on the glass over it. */
  onScroll: () => void;
  /** A finger was drawn across the page, as far as this, pixels. */
  onSwipe: (distance: number) => void;
  onSelection: () => void;
  isScrolled: () => boolean;
  /** Addresses of this book begin with it. */
  base: string;
}

/** A finger that moved less has tapped. */
const tapSlop = 12;
const swipeLength = 48;
const wheelRest = 180;

/** Listens to what a reader does in a document of the book. The document itself decides nothing. */
export const listenToPart = (part: PartFrame, input: PartInput): void => {
  const { document, frame, glass } = part;
  const surface: Document | HTMLElement = glass ?? document;
  let touch: { x: number; y: number } | null = null;
  let wheeledAt = 0;
  const hasSelection = () => document.getSelection()?.isCollapsed === false;

  const scrollBy = (x: number, y: number) => {
    part.window.scrollBy(x, y);
    input.onScroll();
  };

  listen(surface, 'click', (event) => {
    const { x, y } = placeIn(part, event);
    const link = linkAt(glass ? document.elementFromPoint(x, y) : event.target);
    if (link) {
      event.preventDefault();
      follow(link, input);
      return;
    }
    if (hasSelection()) return;
    if (input.onPoint(x, y)) return;
    const share = x / Math.max(1, frame.clientWidth);
    input.onTap(share < 0.28 ? 'left' : share > 0.72 ? 'right' : 'middle');
  });
  for (const name of ['auxclick', 'submit', 'dragstart']) {
    document.addEventListener(name, (event) => event.preventDefault());
  }
  document.addEventListener('keydown', (event) => input.onKey(event));
  document.addEventListener('selectionchange', () => input.onSelection());
  listen(
    surface,
    'wheel',
    (event) => {
      if (event.ctrlKey) return;
      if (input.isScrolled()) {
        if (glass) scrollBy(event.deltaX, event.deltaY);
        return;
      }
      event.preventDefault();
      const amount = Math.abs(event.deltaY) > Math.abs(event.deltaX) ? event.deltaY : event.deltaX;
      if (Math.abs(amount) < 8 || event.timeStamp - wheeledAt < wheelRest) return;
      wheeledAt = event.timeStamp;
      input.onTurn(amount > 0 ? 1 : -1);
    },
    { passive: false },
  );
  listen(surface, 'touchstart', ({ touches }) => {
    const [first] = touches;
    touch = first && touches.length === 1 ? { x: first.clientX, y: first.clientY } : null;
  });
  listen(surface, 'touchend', ({ changedTouches }) => {
    const [last] = changedTouches;
    if (!touch || !last || input.isScrolled() || hasSelection()) return;
    const across = last.clientX - touch.x;
    const along = last.clientY - touch.y;
    touch = null;
    if (Math.abs(across) < swipeLength || Math.abs(across) < Math.abs(along) + tapSlop) return;
    input.onSwipe(across);
  });
};

/** Both kinds of surface know the same events by the same names. */
const listen = <Name extends keyof GlobalEventHandlersEventMap>(
  surface: Document | HTMLElement,
  name: Name,
  handler: (event: GlobalEventHandlersEventMap[Name]) => void,
  options?: AddEventListenerOptions,
) => surface.addEventListener(name, handler as EventListener, options);

/** Where in the document something happened; glass is measured as the page is. */
const placeIn = ({ frame, glass }: PartFrame, { clientX, clientY }: MouseEvent) => {
  if (!glass) return { x: clientX, y: clientY };
  const { left, top, width } = frame.getBoundingClientRect();
  const scale = width / Math.max(1, frame.clientWidth);
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
};

const linkAt = (target: EventTarget | null): Element | null => {
  const element = target as Partial<Element> | null;
  return element?.closest?.('a, area') ?? null;
};

const follow = (link: Element, { base, onFollow, onLink }: PartInput) => {
  const written = link.getAttribute('href') ?? link.getAttributeNS(xlink, 'href');
  if (written === null) return;
  const target = parseUrl(written, link.baseURI);
  if (!target) return;
  if (target.origin === location.origin && target.pathname.startsWith(base)) {
    onFollow(target.pathname + target.hash);
  } else if (/^(?:https?|mailto):$/.test(target.protocol) && target.origin !== location.origin) {
    onLink(target.href);
  }
};

const xlink = 'http://www.w3.org/1999/xlink';
