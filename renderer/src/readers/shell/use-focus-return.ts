import { useEffect, useState } from 'react';

/** The element of each reader that takes keys for its pages. */
const pages = 'main section[tabindex], main section > [tabindex]';

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
      const target = isThere ? before : document.querySelector(pages);
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [before],
  );
};
