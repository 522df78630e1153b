import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  clearReadingHistory,
  clearReadings,
  deleteReading,
  listReadings,
} from '../../../../shared/api/readings.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** Below the key of the book, so that new progress refetches it. */
const readingsKey = (bookId: string) => [...keys.bookDetail(bookId), 'readings'];
const statsKeys = [['reading-stats'], ['reading-goals']];

export const readingsQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: [...readingsKey(bookId), page],
    queryFn: ({ signal }) =>
      api.call(listReadings, { params: { id: bookId }, query: { page, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });

export const useDeleteReading = (bookId: string) =>
  useChange(
    [readingsKey(bookId), ...statsKeys],
    (reading_id: number) => api.call(deleteReading, { params: { id: bookId, reading_id } }),
    reportFailure,
  );

export const useClearReadings = (bookId: string) =>
  useChange([readingsKey(bookId), keys.positions, ...statsKeys], () =>
    api.call(clearReadings, { params: { id: bookId } }),
  );

export const useClearReadingHistory = () =>
  useChange([['books', 'detail'], keys.positions, ...statsKeys], () =>
    api.call(clearReadingHistory),
  );
