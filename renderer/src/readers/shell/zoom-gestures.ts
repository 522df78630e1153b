import type { Point } from '../comic/stage/fit.ts';

/** Maximum interval between the taps of a double tap (ms). */
export const doubleTapTime = 260;
/** Zoom factor of a double tap. */
export const doubleTapZoom = 2.5;

/** Wheel travel that zooms by a factor of e (px). */
const zoomTravel = 400;

interface Zoomable {
  zoom: () => number;
  /** Zooms around a point, relative to the element's corner. */
  setZoom: (zoom: number, around: Point) => void;
  /** Whether the wheel zooms without Ctrl. */
  takesWheel?: () => boolean;
}

/**
 * Zooms at the pointer or between two fingers. Ctrl + wheel zooms, which trackpad pinches also
 * send; so does the wheel alone if configured.
 */
export const listenToZoom = (
  element: HTMLElement,
  { zoom, setZoom, takesWheel }: Zoomable,
  signal: AbortSignal,
): void => {
  let pinch: { span: number; zoom: number } | null = null;

  const zoomTo = (value: number, x: number, y: number) => {
    const { left, top } = element.getBoundingClientRect();
    setZoom(value, { x: x - left, y: y - top });
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && takesWheel?.() !== true) return;
    event.preventDefault();
    const factor = Math.exp(-wheelPixels(event).y / zoomTravel);
    zoomTo(zoom() * factor, event.clientX, event.clientY);
  };
  const onTouch = ({ touches: [first, second] }: TouchEvent) => {
    pinch = first && second ? { span: span(first, second), zoom: zoom() } : null;
  };
  const onMove = (event: TouchEvent) => {
    const [first, second] = event.touches;
    if (!pinch || !first || !second) return;
    if (event.cancelable) event.preventDefault();
    const x = (first.clientX + second.clientX) / 2;
    const y = (first.clientY + second.clientY) / 2;
    zoomTo((pinch.zoom * span(first, second)) / pinch.span, x, y);
  };

  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('touchstart', onTouch, { passive: true, signal });
  element.addEventListener('touchmove', onMove, { passive: false, signal });
  element.addEventListener('touchend', onTouch, { signal });
  element.addEventListener('touchcancel', onTouch, { signal });
};

/** Pixels per unit of `deltaMode`: pixel, line, page. */
const unitPixels = [1, 40, 800];

/** Wheel travel in CSS pixels. */
export const wheelPixels = ({ deltaX, deltaY, deltaMode }: WheelEvent): Point => {
  const unit = unitPixels[deltaMode] ?? 1;
  return { x: deltaX * unit, y: deltaY * unit };
};

const span = (first: Touch, second: Touch): number =>
  Math.max(1, Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY));
