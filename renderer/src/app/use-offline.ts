import { useEffect } from 'react';

import { useUserId } from '../api/session-store.ts';
import { desktop } from '../api/desktop.ts';
import { withTranslations } from '../locales/with-translations.ts';
import { importUntilLoaded } from '../ui/loading/import-module.ts';

/**
 * Offline support. Downloads are for browsers only: the desktop window has its server on the same
 * machine.
 */
export const useOffline = (): void => {
  const userId = useUserId();
  useEffect(() => {
    if (userId === null || desktop !== undefined) return;
    const leaving = new AbortController();
    void start(leaving.signal);
    return () => leaving.abort();
  }, [userId]);
};

const start = async (signal: AbortSignal): Promise<void> => {
  const load = () => withTranslations(import('../offline/start.ts'));
  const { startOffline } = await importUntilLoaded(load);
  if (signal.aborted) return;
  signal.addEventListener('abort', startOffline(), { once: true });
};
