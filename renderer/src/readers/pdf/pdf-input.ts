import type { BookSelection, TapZone } from '../epub/engine/book-engine.ts';
import { swipeLength } from '../shell/swipe-length.ts';
import { createWheelTurner } from '../shell/wheel-turner.ts';
import { doubleTapTime, wheelPixels } from '../shell/zoom-gestures.ts';

interface PdfInput {
  onTap: (zone: TapZone) => void;
  /** Two taps of a finger in the middle, relative to the container. */
  onDoubleTap: (x: number, y: number) => void;
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

/** Attaches the input listeners to the pages. */
export const listenToPages = (
  container: HTMLElement,
  { onTap, onDoubleTap, onPoint, onSelection, onSwipe, onTurn }: PdfInput,
  signal: AbortSignal,
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touch: { x: number; y: number; left: number } | null = null;
  let wasSelected = false;
  let pointer = 'mouse';
  let tapped: ReturnType<typeof setTimeout> | undefined;
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
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(tapped);
  });

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
  // `click` events lack it in Safari before 18.2 and Firefox before 129.
  container.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      pointer = pointerType;
    },
    { signal },
  );
  container.addEventListener(
    'click',
    (event) => {
      const { target, clientX, clientY } = event;
      if (target instanceof Element && target.closest('a, button')) return;
      // A click that ends or clears a selection has no other effect.
      if (selection() || wasSelected) return;
      if (onPoint(clientX, clientY)) return;
      const { left, top, width } = container.getBoundingClientRect();
      const share = (clientX - left) / Math.max(1, width);
      const zone = share < 0.2 ? 'left' : share > 0.8 ? 'right' : 'middle';
      if (pointer !== 'touch' || zone !== 'middle') {
        onTap(zone);
        return;
      }
      if (tapped !== undefined) {
        clearTimeout(tapped);
        tapped = undefined;
        onDoubleTap(clientX - left, clientY - top);
        return;
      }
      tapped = setTimeout(() => {
        tapped = undefined;
        onTap(zone);
      }, doubleTapTime);
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
