import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

import { untilLoaded } from '../text/retried.ts';

/** Time that the first view has to itself (ms). */
const graceMs = 1000;

/**
 * A component that no view waits for: its code is loaded a moment after the view appeared, and nothing is shown
 * until then, however long that takes.
 */
export const latePart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const Loaded = lazy(() => untilLoaded(load));
  return function LatePart(props: Props) {
    const [isLater, setLater] = useState(false);
    useEffect(() => {
      const timer = setTimeout(() => setLater(true), graceMs);
      return () => clearTimeout(timer);
    }, []);
    return (
      isLater && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
};
