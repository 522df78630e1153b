import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  answerPlaceQuestion,
  listReadingPlaces,
  restoreReadingPlace,
} from '../../../../shared/api/reading-places.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { keys } from '../../api/keys.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

export const positionHistoryQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.positionHistory(bookId), page],
    queryFn: ({ signal }) =>
      api.call(listReadingPlaces, {
        params: { id: bookId },
        query: { page, pageSize: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const affectedBy = (bookId: string) => [
  keys.positions,
  keys.bookDetail(bookId),
  keys.bookShelves,
  keys.bookPages,
];

export const useResolveConflict = (bookId: string) =>
  useChange(
    affectedBy(bookId),
    (answer: 'earlier' | 'later') =>
      api.call(answerPlaceQuestion, { params: { id: bookId }, body: { place: answer } }),
    reportFailure,
  );

export const useRestorePosition = (bookId: string) =>
  useChange(
    affectedBy(bookId),
    (placeId: string) =>
      api.call(restoreReadingPlace, { params: { id: bookId, place_id: placeId } }),
    reportFailure,
  );
