import { useEffect, useRef } from 'react';

/** For a row of tabs that can be wider than a phone: scrolls the current one into view. */
export const useShownTab = (current: string) => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    row.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return row;
};
