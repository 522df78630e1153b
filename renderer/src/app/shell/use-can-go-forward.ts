import { useSyncExternalStore } from 'react';

/** Whether there is a view to go forward to. A browser that cannot tell leaves the arrow usable. */
export const useCanGoForward = (): boolean => useSyncExternalStore(subscribe, canGoForward);

// Not in every browser that the page is shown in, whatever the types say.
const navigation = (): Navigation | undefined => window.navigation;

const canGoForward = (): boolean => navigation()?.canGoForward ?? true;

const subscribe = (onChange: () => void) => {
  const watched = navigation();
  watched?.addEventListener('currententrychange', onChange);
  return () => watched?.removeEventListener('currententrychange', onChange);
};
