import { expireSession } from './expired-session.ts';
import { setSession } from './session-store.ts';
import { startSession } from './session.ts';
import { readStoredToken, readToken, setPageToken, tokenKey } from './token.ts';
import { setViewedPerson } from './view-as.ts';

const follow = (stored: string | null): void => {
  if (stored === null) {
    setPageToken(null);
    setViewedPerson(null);
    setSession({ status: 'signed-out', reason: 'left' });
  } else if (stored === '') expireSession();
  else void startSession();
};

/** A page gets no storage events while it loads, nor while it is in the back/forward cache. */
const catchUp = (): void => {
  if (readStoredToken() !== readToken()) follow(localStorage.getItem(tokenKey));
};

/** Follows sign-ins and sign-outs in other tabs, and sessions that expire there. Returns the function that stops it. */
export const watchOtherTabs = (): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === tokenKey) follow(newValue);
  };
  catchUp();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', catchUp);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', catchUp);
  };
};
