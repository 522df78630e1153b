import { useEffect, type RefObject } from 'react';

export type Chrome = 'hidden' | 'shown' | 'peek';

/** Distance from the edge (px) that reveals the controls, and the zone that keeps them open. */
const call = 24;
const rest = 96;

/**
 * Shows the controls while the mouse is at the top or bottom edge. `change` receives an updater
 * function; keep it stable.
 */
export const useAutoShowControls = (
  root: RefObject<HTMLElement | null>,
  change: (next: (before: Chrome) => Chrome) => void,
): void => {
  useEffect(() => {
    const { current: element } = root;
    if (!element) return;
    const onMove = ({ clientY, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      const distance = Math.min(clientY, element.clientHeight - clientY);
      change((chrome) => {
        if (chrome === 'hidden' && distance <= call) return 'peek';
        return chrome === 'peek' && distance > rest ? 'hidden' : chrome;
      });
    };
    const onLeave = () => change((chrome) => (chrome === 'peek' ? 'hidden' : chrome));
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [root, change]);
};
