/** Milliseconds that a finger rests on something before it asks for the menu of that. */
const patience = 500;
/** Pixels that a resting finger may tremble. */
const tremble = 10;

interface MenuRequest {
  target: EventTarget | null;
  /** In pixels of the window. */
  x: number;
  y: number;
  /** By a finger, which is still down. */
  isTouch: boolean;
}

/** Opens the menu of what lies there; false where nothing has one. */
type Ask = (request: MenuRequest) => boolean;

/**
 * Tells when a menu is asked for: by the second button of the mouse, the menu key or a finger that rests.
 * iPhones have no event for the last, others send `contextmenu` a little earlier, or when the finger is lifted;
 * a finger asks once. When it is lifted, what it rested on is not clicked.
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
      if (resting && Math.hypot(clientX - resting.x, clientY - resting.y) > tremble) giveUp();
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
