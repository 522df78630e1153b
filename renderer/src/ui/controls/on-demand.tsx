import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';

import { PartFallback } from '../feedback/part-fallback.ts';

interface OnDemandProps {
  button: ReactElement<{ onClick?: () => void }>;
  /** A lazy part: the same button with its menu or panel, initially open. */
  children: ReactNode;
}

/**
 * A button whose menu or panel is loaded on first use: the first page has many of them, but few are
 * opened.
 */
export const OnDemand = ({ button, children }: OnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const alone = cloneElement(button, { onClick: () => setWanted(true) });
  return wanted ? <PartFallback value={alone}>{children}</PartFallback> : alone;
};
