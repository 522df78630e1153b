import { queryOptions } from '@tanstack/react-query';

import {
  createReaderAddress,
  deleteReaderAddress,
  listReaderAddresses,
  mailBook,
  mailSeries,
} from '../../../../shared/api/book-mail.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** How often the list is asked for while something waits to be sent, ms. */
const pollMs = 3000;

export const readerAddressesQuery = () =>
  queryOptions({
    queryKey: ['reader-addresses'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(listReaderAddresses, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.mails.some(({ status }) => status === 'pending') === true ? pollMs : false,
  });

const affected = [readerAddressesQuery().queryKey];

export const useAddReader = () =>
  useChange(affected, (body: { name: string; address: string }) =>
    api.call(createReaderAddress, { body }),
  );

export const useRemoveReader = () =>
  useChange(
    affected,
    (id: string) => api.call(deleteReaderAddress, { params: { id } }),
    reportFailure,
  );

export const useMailBook = (bookId: string) =>
  useChange(
    affected,
    (address_id: string) => api.call(mailBook, { params: { id: bookId }, body: { address_id } }),
    reportFailure,
  );

export const useMailSeries = (seriesId: string) =>
  useChange(
    affected,
    (address_ids: string[]) =>
      api.call(mailSeries, { params: { id: seriesId }, body: { address_ids } }),
    reportFailure,
  );
