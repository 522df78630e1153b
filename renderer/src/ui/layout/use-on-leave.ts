import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Calls `leave` when the address leads to another page, also by the browser's Back. */
export const useOnLeave = (leave: () => void): void => {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leave()),
    [router, leave],
  );
};
