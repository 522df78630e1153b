import { useEffect } from 'react';

import { watchConnection } from '../api/connection.ts';
import { useUser } from '../api/session-store.ts';
import { desktop } from './desktop.ts';
import { withTexts } from './with-texts.ts';

/** Milliseconds that the first page has for itself. */
const graceMs = 1500;

/** What makes the app work without its server; the desktop's window has the server with it. */
export const useOffline = (): void => {
  const user = useUser();
  useEffect(watchConnection, []);
  useEffect(() => {
    if (user === null || desktop !== undefined) return;
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => {
      void withTexts(import('../offline/start.ts')).then(({ startOffline }) => {
        stop ??= startOffline(user);
      });
    }, graceMs);
    return () => {
      clearTimeout(timer);
      stop ??= () => undefined;
      stop();
    };
  }, [user]);
};
