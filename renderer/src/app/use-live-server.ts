import { useEffect } from 'react';

import { useSession } from '../api/session-store.ts';
import { forgetUndo } from '../ui/feedback/undo.ts';
import { retried } from '../ui/text/retried.ts';
import { queryClient } from './query-client.ts';

/** Pause (ms) before the code is requested again, e.g. while the server restarts. */
const retryMs = 10_000;

/** Follows the server while signed in. The first page does not wait for the code. */
export const useLiveServer = (): void => {
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : null));
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
  try {
    const { followLive } = await retried(() => import('./live-server.ts'));
    if (signal.aborted) return;
    const stop = followLive(queryClient, userId);
    signal.addEventListener('abort', stop, { once: true });
  } catch {
    const timer = setTimeout(() => void follow(userId, signal), retryMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
};
