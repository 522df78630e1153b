import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';

/** Calls `leave` when the address leads to another page, also by the browser's Back. */
export const useOnLeave = (leave: () => void): void => {
  const router = useRouter();
  // Not later: a session that ends replaces the page, and leads to the sign-in page.
  useLayoutEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leave()),
    [router, leave],
  );
};
