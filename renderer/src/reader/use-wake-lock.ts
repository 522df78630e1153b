import { useEffect } from 'react';

/**
 * Keeps the screen awake while a book is open, where that is wanted. The browser ends the lock whenever the page is
 * hidden, and refuses it on low battery or without a secure connection: then the screen just dims.
 */
export const useWakeLock = (isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const take = () => {
      if (document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return;
      lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    take();
    document.addEventListener('visibilitychange', take);
    return () => {
      document.removeEventListener('visibilitychange', take);
      void lock.then((held) => held?.release());
    };
  }, [isOn]);
};
