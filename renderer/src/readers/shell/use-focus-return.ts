import { useEffect, useState } from 'react';

import { focusPages } from './focus-pages.ts';

/**
 * Returns the focus to the element that had it before the component, if it would be lost with it: to the pages, if that
 * element is gone, because one panel took the place of another.
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      // Only if nothing else has the focus, e.g. the next panel's field.
      if (activeElement !== body) return;
      const isThere = before !== body && before?.isConnected === true;
      if (isThere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      else focusPages();
    },
    [before],
  );
};
