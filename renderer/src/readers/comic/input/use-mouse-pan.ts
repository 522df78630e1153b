import { useEffect, type RefObject } from 'react';

import { isOnText } from './is-on-text.ts';

/** Maximum mouse movement of a click (px). */
const slop = 4;

/** Pans a page larger than the viewport by mouse drag. */
export const useMousePan = (stage: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current: element } = stage;
    if (!element) return;
    let held: { pane: Element; x: number; y: number; hasMoved: boolean } | null = null;

    const onDown = ({ target, pointerType, button, clientX, clientY }: PointerEvent) => {
      const pane = target instanceof Element ? target.closest('[data-current]') : null;
      if (pointerType !== 'mouse' || button !== 0 || !pane || isOnText(target)) return;
      held = { pane, x: clientX, y: clientY, hasMoved: false };
    };
    const onMove = ({ clientX, clientY, buttons }: PointerEvent) => {
      if (!held || buttons === 0) return;
      const moved = { x: clientX - held.x, y: clientY - held.y };
      if (!held.hasMoved && Math.hypot(moved.x, moved.y) < slop) return;
      held.pane.scrollBy({ left: -moved.x, top: -moved.y, behavior: 'instant' });
      held = { pane: held.pane, x: clientX, y: clientY, hasMoved: true };
    };
    // Suppress the click after a drag, which would turn the page.
    const onClick = (event: MouseEvent) => {
      if (held?.hasMoved) event.stopPropagation();
      held = null;
    };

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('click', onClick, { capture: true, signal });
    return () => listening.abort();
  }, [stage]);
};
