import { useEffect } from 'react';

import { onConnectionBack } from '../api/connection-store.ts';
import { connectEvents } from '../api/events.ts';
import { followServer } from '../api/live-cache.ts';
import { useSession } from '../api/session-store.ts';
import { forgetUndo } from '../ui/undo.ts';
import { queryClient } from './query-client.ts';

/** While somebody is signed in: listens to the server and keeps what is shown true to it. */
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
      // What one person may see, the next one may not.
      queryClient.clear();
      forgetUndo();
    };
  }, [userId]);
};
