import { queryOptions } from '@tanstack/react-query';

import { listCollections } from '../../../../shared/api/collections.ts';
import { listDevices } from '../../../../shared/api/devices.ts';
import { getKobo } from '../../../../shared/api/kobo.ts';
import { getPairing, listReaderApps } from '../../../../shared/api/pairing.ts';
import { listReadLists } from '../../../../shared/api/read-lists.ts';
import { getSharing } from '../../../../shared/api/sharing.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { useRefetchOn } from '../../api/use-refetch-on.ts';

export const sharingQuery = () =>
  queryOptions({
    queryKey: ['sharing'],
    queryFn: ({ signal }) => api.call(getSharing, { signal }),
  });

export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    staleTime: 0,
    refetchInterval: 60_000,
    queryFn: async ({ signal }) =>
      (await api.call(listDevices, { query: { pageSize: maxPageSize }, signal })).data,
  });

/** Keyed below sharing, because the app URLs depend on it. */
export const readerAppsQuery = () =>
  queryOptions({
    queryKey: ['sharing', 'reader-apps'],
    queryFn: async ({ signal }) => (await api.call(listReaderApps, { signal })).apps,
  });

/** Polling interval for a redeemed code, in case the event is lost (ms). */
const askAgainMs = 2000;

const pairingKey = ['pairing'] as const;

export const pairingQuery = (id: string) =>
  queryOptions({
    queryKey: [...pairingKey, id],
    gcTime: 0,
    queryFn: ({ signal }) => api.call(getPairing, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'waiting' ? askAgainMs : false,
  });

export const koboQuery = (id: string) =>
  queryOptions({
    queryKey: ['kobo', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getKobo, { params: { id }, signal }),
  });

/** All reading lists and collections, by name. */
export const namedListsQuery = () =>
  queryOptions({
    queryKey: ['lists', 'names'],
    queryFn: async ({ signal }) => {
      const query = { pageSize: maxPageSize };
      const [readLists, collections] = await Promise.all([
        api.call(listReadLists, { query, signal }),
        api.call(listCollections, { query, signal }),
      ]);
      return { readLists: readLists.data, collections: collections.data };
    },
  });

const ofSharing = [sharingQuery().queryKey];
const ofDevices = [devicesQuery().queryKey, pairingKey];

/** Refetches when sharing changes, e.g. in the tray. */
export const useLiveSharing = (): void => useRefetchOn('sharing_updated', ofSharing);

/** Refetches when a phone is paired. */
export const useLiveDevices = (): void => useRefetchOn('device_paired', ofDevices);
