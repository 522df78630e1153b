import { basePath } from '../../../api/base-path.ts';
import { parseUrl } from '../../../ui/text/parse-url.ts';
import { swipeLength } from '../../shell/swipe-length.ts';
import type { WheelTurner } from '../../shell/wheel-turner.ts';
import { wheelPixels } from '../../shell/zoom-gestures.ts';
import type { BookEngine, EngineEvents, TapZone } from './book-engine.ts';
import { isNoteLink } from './footnotes.ts';
import type { FlowLayout } from './flow-layout.ts';
import type { PartFrame } from './part-frame.ts';

export interface PartInput extends Pick<EngineEvents, 'onTap' | 'onTurn' | 'onLink' | 'onKey'> {
  /** The text was clicked outside of a link; returns true if handled, e.g. on a highlight. */
  onPoint: (x: number, y: number) => boolean;
  /** A link within the book was clicked. */
  onFollow: (href: string, isNote: boolean) => void;
  /** The direction of reading, in which a swipe turns. */
  forward: BookEngine['forward'];
  onSelection: () => void;
  /** The layout of a text that scrolls; null for pages. */
  scrolled: () => FlowLayout | null;
  /** One for all parts, because a movement of the wheel can go on after a turn. */
  wheel: WheelTurner;
  /** URL prefix of this book's files. */
  base: string;
}

/** Maximum movement of a tap (px). */
const tapSlop = 12;
/** Maximum duration of a tap (ms); a longer press selects text or opens the browser's menu. */
const tapLength = 350;

/** Attaches the input listeners to a document of the book. */
export const listenToPart = (part: PartFrame, input: PartInput): void => {
  const { document, frame, signal } = part;
  const hasSelection = () => document.getSelection()?.isCollapsed === false;

  const act = (target: EventTarget | null, x: number, y: number) => {
    const link = linkAt(target);
    if (link) {
      follow(link, input);
      return;
    }
    if (hasSelection() || input.onPoint(x, y)) return;
    input.onTap(zoneAt(x / Math.max(1, frame.clientWidth)));
  };

  document.addEventListener(
    'click',
    (event) => {
      if (linkAt(event.target)) event.preventDefault();
      act(event.target, event.clientX, event.clientY);
    },
    { signal },
  );
  for (const name of ['auxclick', 'submit', 'dragstart']) {
    document.addEventListener(name, (event) => event.preventDefault(), { signal });
  }
  document.addEventListener('keydown', (event) => input.onKey(event), { signal });
  document.addEventListener('selectionchange', () => input.onSelection(), { signal });
  listenToWheel(document, input, signal);
  listenToTouch(document, { ...input, onTap: act, isTaken: hasSelection }, signal);
};

type PaperInput = Pick<PartInput, 'onTap' | 'onTurn' | 'forward' | 'scrolled' | 'wheel'>;

/** Attaches listeners to the paper around the pages. */
export const listenBeside = (
  container: HTMLElement,
  input: PaperInput,
  signal: AbortSignal,
): void => {
  const act = (target: EventTarget | null, x: number) => {
    if (target === container) input.onTap(zoneBeside(container, x));
  };
  container.addEventListener('click', ({ target, clientX }) => act(target, clientX), { signal });
  listenToTouch(container, { ...input, onTap: act, isTaken: () => false }, signal);
  listenToWheel(container, input, signal);
};

const zoneAt = (share: number): TapZone =>
  share < 0.28 ? 'left' : share > 0.72 ? 'right' : 'middle';

/** Paper on one side of the pages turns; above and below them, the zones are those of a page. */
const zoneBeside = (container: HTMLElement, x: number): TapZone => {
  const pages = [...container.querySelectorAll('iframe')]
    .filter(({ style }) => style.visibility === 'visible')
    .map((page) => page.getBoundingClientRect());
  if (pages.length > 0 && pages.every(({ left }) => x < left)) return 'left';
  if (pages.length > 0 && pages.every(({ right }) => x > right)) return 'right';
  const { left, width } = container.getBoundingClientRect();
  return zoneAt((x - left) / Math.max(1, width));
};

interface TouchInput extends Pick<PartInput, 'onTurn' | 'forward' | 'scrolled'> {
  onTap: (target: EventTarget | null, x: number, y: number) => void;
  /** The finger has selected text. */
  isTaken: () => boolean;
}

/** Listens to taps and swipes of one finger. */
const listenToTouch = (
  area: Document | HTMLElement,
  { onTap, onTurn, forward, scrolled, isTaken }: TouchInput,
  signal: AbortSignal,
): void => {
  let touch: { x: number; y: number; at: number } | null = null;
  const onStart = ({ touches, timeStamp }: TouchEvent) => {
    const [first] = touches;
    touch =
      first && touches.length === 1 ? { x: first.clientX, y: first.clientY, at: timeStamp } : null;
  };
  const onEnd = (event: TouchEvent) => {
    const [last] = event.changedTouches;
    const began = touch;
    touch = null;
    if (!began || !last || isTaken()) return;
    const across = last.clientX - began.x;
    const along = last.clientY - began.y;
    if (Math.hypot(across, along) < tapSlop) {
      if (event.timeStamp - began.at > tapLength) return;
      // iOS Safari fires no click on text and margins, so act here; this suppresses a second click
      // on a link.
      event.preventDefault();
      onTap(event.target, last.clientX, last.clientY);
      return;
    }
    if (scrolled()) return;
    if (Math.abs(across) < swipeLength || Math.abs(across) < Math.abs(along) + tapSlop) return;
    onTurn(across < 0 === (forward === 'right') ? 1 : -1);
  };
  area.addEventListener('touchstart', onStart as EventListener, { signal });
  area.addEventListener('touchend', onEnd as EventListener, { signal });
};

/** The wheel turns pages. A text that scrolls is left for the next part by a new movement at its end. */
const listenToWheel = (
  target: Document | HTMLElement,
  {
    forward,
    scrolled,
    onTurn,
    wheel,
  }: Pick<PartInput, 'forward' | 'scrolled' | 'onTurn' | 'wheel'>,
  signal: AbortSignal,
): void => {
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey) return;
    const layout = scrolled();
    const { x, y } = wheelPixels(event);
    const isAcross = Math.abs(x) > Math.abs(y);
    if (layout?.axis === 'down' && isAcross) return;
    const isLeftward = (layout?.axis ?? forward) === 'left';
    const travel = isAcross ? (isLeftward ? -x : x) : y;
    // Not the time of the event, which each frame counts from its own start.
    const step = wheel.feed(travel, layout?.canScroll(travel) === true, performance.now());
    if (step === 'scroll' && layout?.axis === 'down') return;
    event.preventDefault();
    // Browsers do not scroll vertical text, which continues to the side, by a wheel that turns down.
    if (step === 'scroll') layout?.scrollBy(travel);
    else if (step !== null) onTurn(step);
  };
  target.addEventListener('wheel', onWheel as EventListener, { passive: false, signal });
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
  if (target.origin === location.origin && target.pathname.startsWith(basePath + base)) {
    onFollow(target.pathname.slice(basePath.length) + target.hash, isNoteLink(link));
  } else if (/^(?:https?|mailto):$/.test(target.protocol) && target.origin !== location.origin) {
    onLink(target.href);
  }
};

const xlink = 'http://www.w3.org/1999/xlink';
