import type { QueryClient } from '@tanstack/react-query';

import { onConnectionBack } from '../api/connection-store.ts';
import { connectEvents } from '../api/events.ts';
import { followServer } from '../api/live-cache.ts';
import { announcePages } from './announce-pages.ts';

/** Subscribes to server events and updates the query cache. Returns the unsubscribe function. */
export const followLive = (client: QueryClient, userId: string): (() => void) => {
  const refetch = () => void client.invalidateQueries();
  const stops = [
    followServer(client),
    connectEvents({ userId, onResume: refetch }),
    onConnectionBack(refetch),
    announcePages(),
  ];
  return () => stops.forEach((stop) => stop());
};
