import type { QueryClient } from '@tanstack/react-query';

import { checkConnection } from '../api/connection.ts';
import { onConnectionBack } from '../api/connection-store.ts';
import { connectEvents } from '../api/events.ts';
import { followServer } from '../api/live-cache.ts';
import { refreshUser } from '../api/refresh-user.ts';
import { announcePages } from './announce-pages.ts';

/** Subscribes to server events and updates the query cache. Returns the unsubscribe function. */
export const followLive = (client: QueryClient, userId: string): (() => void) => {
  const refetch = () => {
    void refreshUser();
    void client.invalidateQueries();
  };
  // The server ends the streams of a person whose session or rights have changed.
  const onBreak = () => {
    void checkConnection();
    void refreshUser();
  };
  const stops = [
    followServer(client),
    connectEvents({ userId, onResume: refetch, onBreak }),
    onConnectionBack(refetch),
    announcePages(),
  ];
  return () => stops.forEach((stop) => stop());
};
