import { useEffect, useState } from 'react';

/** Returns the focus to the element that had it before the component, if it would be lost with it. */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Only if nothing else has the focus, e.g. the next panel's field.
      const isFree = document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
};
