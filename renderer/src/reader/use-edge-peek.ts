import { useEffect, type RefObject } from 'react';

export type Chrome = 'hidden' | 'shown' | 'peek';

/** Pixels from the top or bottom at which a mouse calls the controls, and those it may rest on. */
const call = 24;
const rest = 96;

/**
 * Shows the controls while a mouse is at the upper or lower edge. `change` gives what it makes of the
 * present state; keep it stable.
 */
export const useEdgePeek = (
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
