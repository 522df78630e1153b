import { useEffect } from 'react';

import { useUserId } from '../api/session-store.ts';
import { forgetUndo } from '../ui/feedback/undo.ts';
import { importUntilLoaded } from '../ui/loading/import-module.ts';
import { queryClient } from './query-client.ts';

/** Follows the server while signed in. The first page does not wait for the code. */
export const useLiveServer = (): void => {
  const userId = useUserId();
  useEffect(() => {
    if (userId === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    void follow(userId, signal);
    return () => {
      leaving.abort();
      // Clear the cache, because the next user may lack permission for these records.
      queryClient.clear();
      forgetUndo();
    };
  }, [userId]);
};

const follow = async (userId: string, signal: AbortSignal): Promise<void> => {
  const { followLive } = await importUntilLoaded(() => import('./live-server.ts'));
  if (signal.aborted) return;
  const stop = followLive(queryClient, userId);
  signal.addEventListener('abort', stop, { once: true });
};
