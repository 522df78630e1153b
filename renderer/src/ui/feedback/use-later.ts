import { useEffect, useState } from 'react';

/** Time that the first view has to itself (ms). */
const graceMs = 1000;

/** True a moment after the component appeared: what no view waits for is loaded then. */
export const useLater = (): boolean => {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), graceMs);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
};
