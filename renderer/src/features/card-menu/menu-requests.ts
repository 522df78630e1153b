/** Duration of a long press (ms). */
const patience = 500;
/** Movement tolerance of a long press (px). */
const moveTolerance = 10;

interface MenuRequest {
  target: EventTarget | null;
  /** In window pixels. */
  x: number;
  y: number;
  /** By touch; the finger is still down. */
  isTouch: boolean;
}

/** Opens the menu at a position; false if there is none. */
type Ask = (request: MenuRequest) => boolean;

/**
 * Detects menu requests: right click, menu key or long press. iPhones fire no event for a long
 * press, others send `contextmenu` slightly earlier or on release; each press triggers once. The
 * click after release is suppressed.
 */
export const watchMenuRequests = (ask: Ask, signal: AbortSignal): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting: { x: number; y: number } | null = null;
  let isAnswered = false;
  const giveUp = () => clearTimeout(timer);
  signal.addEventListener('abort', giveUp);

  document.addEventListener(
    'pointerdown',
    ({ pointerType, isPrimary, target, clientX: x, clientY: y }) => {
      giveUp();
      isAnswered = false;
      resting = pointerType === 'touch' && isPrimary ? { x, y } : null;
      if (resting === null) return;
      timer = setTimeout(() => {
        isAnswered = ask({ target, x, y, isTouch: true });
      }, patience);
    },
    { signal, capture: true },
  );
  document.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (resting && Math.hypot(clientX - resting.x, clientY - resting.y) > moveTolerance) giveUp();
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel', 'scroll'] as const) {
    document.addEventListener(end, giveUp, { signal, capture: true, passive: true });
  }
  document.addEventListener(
    'touchend',
    (event) => {
      if (isAnswered) event.preventDefault();
    },
    { signal, passive: false },
  );
  document.addEventListener(
    'keydown',
    () => {
      resting = null;
      isAnswered = false;
    },
    { signal, capture: true },
  );
  document.addEventListener(
    'contextmenu',
    (event) => {
      giveUp();
      if (event.shiftKey) return;
      const isTouch = resting !== null;
      const { target, clientX: x, clientY: y } = event;
      isAnswered = (isTouch && isAnswered) || ask({ target, x, y, isTouch });
      if (isAnswered) event.preventDefault();
    },
    { signal },
  );
};
