import { useEffect } from 'react';

import { watchConnection } from '../api/connection.ts';
import { useUser } from '../api/session-store.ts';
import { desktop } from '../api/desktop.ts';
import { withTranslations } from '../locales/with-translations.ts';
import { untilLoaded } from '../ui/text/retried.ts';

/** Delay (ms), to leave the connection to the first page. */
const graceMs = 1500;

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
    const start = async () => {
      const load = () => withTranslations(import('../offline/start.ts'));
      const { startOffline } = await untilLoaded(load);
      stop ??= startOffline(user);
    };
    const timer = setTimeout(() => void start(), graceMs);
    return () => {
      clearTimeout(timer);
      stop ??= () => undefined;
      stop();
    };
  }, [user]);
};
