import { useEffect } from 'react';

import { onConnectionBack } from '../api/connection-store.ts';
import { connectEvents } from '../api/events.ts';
import { followServer } from '../api/live-cache.ts';
import { useSession } from '../api/session-store.ts';
import { forgetUndo } from '../ui/feedback/undo.ts';
import { queryClient } from './query-client.ts';

/** Subscribes to server events while signed in and updates the query cache. */
export const useLiveServer = (): void => {
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : null));
  useEffect(() => {
    if (userId === null) return;
    const unfollow = followServer(queryClient);
    const disconnect = connectEvents({
      userId,
      onResume: () => void queryClient.invalidateQueries(),
    });
    const stopWatching = onConnectionBack(() => void queryClient.invalidateQueries());
    return () => {
      stopWatching();
      disconnect();
      unfollow();
      // Clear the cache, because the next user may lack permission for these records.
      queryClient.clear();
      forgetUndo();
    };
  }, [userId]);
};
