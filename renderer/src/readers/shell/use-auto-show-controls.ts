import { useEffect, type RefObject } from 'react';

import type { Chrome, ShellStore } from './shell-store.ts';

/** Distance from the edge (px) that reveals the controls, and the zone that keeps them open. */
const call = 24;
const keepOpenZone = 96;

/** Browsers report a mouse that rests as moving where something appears below it, such as a reader that opens. */
export const isMovingMouse = ({
  pointerType,
  movementX,
  movementY,
}: Pick<PointerEvent, 'pointerType' | 'movementX' | 'movementY'>): boolean =>
  pointerType === 'mouse' && (movementX !== 0 || movementY !== 0);

/** Shows the controls while the mouse is at the top or bottom edge. */
export const useAutoShowControls = (
  root: RefObject<HTMLElement | null>,
  store: ShellStore,
): void => {
  useEffect(() => {
    const { current: element } = root;
    if (!element) return;
    const change = (expected: Chrome, next: Chrome) => {
      if (store.getState().chrome === expected) store.setState({ chrome: next });
    };
    const onMove = (event: PointerEvent) => {
      if (!isMovingMouse(event)) return;
      const distance = Math.min(event.clientY, element.clientHeight - event.clientY);
      if (distance <= call) change('hidden', 'peek');
      else if (distance > keepOpenZone) change('peek', 'hidden');
    };
    const onLeave = () => change('peek', 'hidden');
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [root, store]);
};
