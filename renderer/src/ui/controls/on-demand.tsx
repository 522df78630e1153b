import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';

import { PartFallback } from '../feedback/part-fallback.ts';

interface OnDemandProps {
  button: ReactElement<{ onClick?: () => void }>;
  /** The same button with its menu or panel, initially open. */
  children: ReactNode;
}

/**
 * A button whose menu or panel is loaded on first use: the first page has many of them, but few are
 * opened.
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
