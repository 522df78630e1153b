import { useEffect } from 'react';

import { watchConnection } from '../api/connection.ts';
import { useUser } from '../api/session-store.ts';
import { desktop } from '../api/desktop.ts';
import { withTranslations } from '../locales/with-translations.ts';

/** Delay (ms), to leave the connection to the first page. */
const graceMs = 1500;
/** Pause (ms) before the code is requested again, e.g. while the server restarts. */
const retryMs = 10_000;

/**
 * Offline support. Downloads are for browsers only: the desktop window has its server on the same
 * machine.
 */
export const useOffline = (): void => {
  const user = useUser();
  useEffect(watchConnection, []);
  useEffect(() => {
    if (user === null || desktop !== undefined) return;
    let stop: (() => void) | null = null;
    const start = () => {
      withTranslations(import('../offline/start.ts')).then(
        ({ startOffline }) => {
          stop ??= startOffline(user);
        },
        () => {
          if (stop === null) timer = setTimeout(start, retryMs);
        },
      );
    };
    let timer = setTimeout(start, graceMs);
    return () => {
      clearTimeout(timer);
      stop ??= () => undefined;
      stop();
    };
  }, [user]);
};
