import { useEffect } from 'react';

/**
 * Keeps the screen awake while a book is open, if enabled. Browsers release the lock when the page
 * is hidden, and refuse it on low battery or in an insecure context.
 */
export const useWakeLock = (isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const acquire = () => {
      if (document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return;
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      document.removeEventListener('visibilitychange', acquire);
      void lock.then((held) => held?.release());
    };
  }, [isOn]);
};
