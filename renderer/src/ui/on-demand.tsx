import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';

import { PartFallback } from './part-fallback.ts';

interface OnDemandProps {
  button: ReactElement<{ onClick?: () => void }>;
  /** The button again with all that belongs to it, opened from the start. */
  children: ReactNode;
}

/**
 * A button whose menu or panel is loaded when it is pressed for the first time: the first page shows
 * many of them and opens few.
 */
export const OnDemand = ({ button, children }: OnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const alone = cloneElement(button, { onClick: () => setWanted(true) });
  if (!wanted) return alone;
  return (
    <PartFallback value={alone}>
      <Suspense fallback={alone}>{children}</Suspense>
    </PartFallback>
  );
};
