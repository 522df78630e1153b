import type { BookSelection, TapZone } from '../epub/engine/book-engine.ts';
import { createWheelTurner } from '../shell/wheel-turner.ts';
import { wheelPixels } from '../shell/zoom-gestures.ts';

interface PdfInput {
  onTap: (zone: TapZone) => void;
  /** The page was clicked outside of a link; returns true if handled. */
  onPoint: (x: number, y: number) => boolean;
  /** Null when the selection is cleared. */
  onSelection: (range: Range | null) => void;
  /** A swipe across a page that cannot scroll in that direction. */
  onSwipe: (step: 1 | -1) => void;
  /** A new movement of the wheel at the end of the scroll range. */
  onTurn: (step: 1 | -1) => void;
}

/** Debounce of selection changes (ms). */
const selectionRest = 200;
const swipeLength = 56;

/** Attaches the input listeners to the pages. */
export const listenToPages = (
  container: HTMLElement,
  { onTap, onPoint, onSelection, onSwipe, onTurn }: PdfInput,
  signal: AbortSignal,
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touch: { x: number; y: number; left: number } | null = null;
  let wasSelected = false;
  const wheel = createWheelTurner();

  const selection = (): Range | null => {
    const chosen = document.getSelection();
    if (!chosen || chosen.isCollapsed || chosen.rangeCount === 0) return null;
    const range = chosen.getRangeAt(0);
    return container.contains(range.startContainer) ? range : null;
  };
  document.addEventListener(
    'selectionchange',
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const range = selection();
        if (range || wasSelected) onSelection(range);
        wasSelected = range !== null;
      }, selectionRest);
    },
    { signal },
  );
  signal.addEventListener('abort', () => clearTimeout(timer));

  container.addEventListener(
    'scroll',
    () => {
      if (wasSelected) onSelection(selection());
    },
    { passive: true, signal },
  );
  container.addEventListener(
    'wheel',
    (event) => {
      const { x, y } = wheelPixels(event);
      if (event.ctrlKey || Math.abs(x) > Math.abs(y)) return;
      const { scrollTop, clientHeight, scrollHeight } = container;
      const canScroll = y < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1;
      const step = wheel.feed(y, canScroll, event.timeStamp);
      if (step === 1 || step === -1) onTurn(step);
    },
    { passive: true, signal },
  );
  container.addEventListener(
    'click',
    (event) => {
      const { target, clientX, clientY } = event;
      if (target instanceof Element && target.closest('a, button')) return;
      // A click that ends or clears a selection has no other effect.
      if (selection() || wasSelected) return;
      if (onPoint(clientX, clientY)) return;
      const { left, width } = container.getBoundingClientRect();
      const share = (clientX - left) / Math.max(1, width);
      onTap(share < 0.2 ? 'left' : share > 0.8 ? 'right' : 'middle');
    },
    { signal },
  );
  container.addEventListener(
    'touchstart',
    ({ touches: [first, second] }) => {
      touch =
        first && !second
          ? { x: first.clientX, y: first.clientY, left: container.scrollLeft }
          : null;
    },
    { passive: true, signal },
  );
  container.addEventListener(
    'touchend',
    ({ changedTouches: [last] }) => {
      if (!touch || !last || selection()) return;
      const across = last.clientX - touch.x;
      const along = last.clientY - touch.y;
      const hasMoved = container.scrollLeft !== touch.left;
      touch = null;
      if (hasMoved || Math.abs(across) < swipeLength) return;
      if (Math.abs(across) > 2 * Math.abs(along)) onSwipe(across < 0 ? 1 : -1);
    },
    { signal },
  );
};

/** Bounding box of a range relative to its container. */
export const rectIn = (container: HTMLElement, range: Range): BookSelection['rect'] => {
  const { top, bottom, left, right } = range.getBoundingClientRect();
  const frame = container.getBoundingClientRect();
  return {
    top: top - frame.top,
    bottom: bottom - frame.top,
    left: left - frame.left,
    right: right - frame.left,
    width: frame.width,
  };
};
