import { useEffect, type RefObject } from 'react';

import { useReaderStore } from './reader-context.tsx';

/** Pixels from the top or bottom at which a mouse calls the controls, and those it may rest on. */
const call = 24;
const rest = 96;

/** Shows the controls while a mouse is at the upper or lower edge. */
export const useEdgePeek = (root: RefObject<HTMLElement | null>): void => {
  const store = useReaderStore();
  useEffect(() => {
    const { current: element } = root;
    if (!element) return;
    const onMove = ({ clientY, pointerType }: PointerEvent) => {
      const { chrome } = store.getState();
      if (pointerType !== 'mouse' || chrome === 'shown') return;
      const distance = Math.min(clientY, element.clientHeight - clientY);
      if (chrome === 'hidden' && distance <= call) store.actions.set({ chrome: 'peek' });
      if (chrome === 'peek' && distance > rest) store.actions.set({ chrome: 'hidden' });
    };
    const onLeave = () => {
      if (store.getState().chrome === 'peek') store.actions.set({ chrome: 'hidden' });
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [store, root]);
};
