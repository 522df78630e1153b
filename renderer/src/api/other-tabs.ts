import { expireSession } from './expired-session.ts';
import { setSession } from './session-store.ts';
import { startSession } from './session.ts';
import { setPageToken, tokenKey } from './token.ts';

/** Follows sign-ins and sign-outs in other tabs, and sessions that expire there. Returns the function that stops it. */
export const watchOtherTabs = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== tokenKey) return;
    if (newValue === null) {
      setPageToken(null);
      setSession({ status: 'signed-out', reason: 'left' });
    } else if (newValue === '') expireSession();
    else void startSession();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
