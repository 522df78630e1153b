import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';

import { onServerEvent, type ServerEventName } from './events.ts';

/** Invalidates queries when an event arrives. `stale` must be a stable array. */
export const useRefetchOn = (event: ServerEventName, stale: readonly QueryKey[]): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerEvent(event, () => {
        for (const queryKey of stale) void client.invalidateQueries({ queryKey });
      }),
    [client, event, stale],
  );
};
