import { cloneElement, Suspense, useState, type ReactElement, type ReactNode } from 'react';

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
  return wanted ? <Suspense fallback={alone}>{children}</Suspense> : alone;
};
