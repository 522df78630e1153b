import { useEffect, useState, type ComponentType } from 'react';

import { sharedImport, importUntilLoaded } from '../loading/import-module.ts';

/** Time that the first view has to itself (ms). */
const graceMs = 1000;

/**
 * A component that no view waits for: its code is loaded a moment after the view appeared, and nothing is shown
 * until then, however long that takes.
 */
export const latePart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  const loadOnce = sharedImport(() => importUntilLoaded(load));
  return function LatePart(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => {
      const timer = setTimeout(() => {
        void loadOnce().then((loaded) => setLoaded(() => loaded.default));
      }, graceMs);
      return () => clearTimeout(timer);
    }, []);
    return Loaded && <Loaded {...props} />;
  };
};
