import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { listDevices } from '../../../../shared/api/devices.ts';
import { getPairing } from '../../../../shared/api/pairing.ts';
import { getSharing } from '../../../../shared/api/sharing.ts';
import { maxPageSize } from '../../../../shared/schemas.ts';
import { api } from '../../api/client.ts';
import { onServerEvent } from '../../api/events.ts';

export const sharingQuery = () =>
  queryOptions({
    queryKey: ['sharing'],
    queryFn: ({ signal }) => api.call(getSharing, { signal }),
  });

/** Keeps what is shown of sharing true while somebody else, or the tray, changes it. */
export const useLiveSharing = (): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerEvent(
        'sharing_updated',
        () => void client.invalidateQueries({ queryKey: sharingQuery().queryKey }),
      ),
    [client],
  );
};

export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) =>
      (await api.call(listDevices, { query: { pageSize: maxPageSize }, signal })).data,
  });

/** How often it is asked whether a phone has taken the code; there is no event of it. */
const askAgainMs = 1000;

export const pairingQuery = (id: string) =>
  queryOptions({
    queryKey: ['pairing', id],
    gcTime: 0,
    queryFn: ({ signal }) => api.call(getPairing, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'waiting' ? askAgainMs : false,
  });
