import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import {
  answerPlaceQuestion,
  listPlaceQuestions,
  listReadingPlaces,
  restoreReadingPlace,
  type PlaceQuestion,
} from '../../../../shared/api/reading-places.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { keys } from '../../api/keys.ts';
import { useCan } from '../../api/session-store.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const questionsQuery = () =>
  queryOptions({
    queryKey: keys.placeQuestions,
    queryFn: ({ signal }) => api.call(listPlaceQuestions, { query: { pageSize: 500 }, signal }),
  });

/** The open question about a book's position, for users who can answer it. */
export const usePlaceQuestion = (bookId: string): PlaceQuestion | undefined => {
  const canAnswer = useCan('progress-write');
  const canRead = useCan('progress-read');
  const { data } = useQuery({ ...questionsQuery(), enabled: canAnswer && canRead });
  return data?.data.find(({ book_id }) => book_id === bookId);
};

export const placesQuery = (bookId: string, page: number) =>
  queryOptions({
    queryKey: [...keys.readingPlaces(bookId), page],
    queryFn: ({ signal }) =>
      api.call(listReadingPlaces, {
        params: { id: bookId },
        query: { page, pageSize: 20 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

const affectedBy = (bookId: string) => [
  keys.places,
  keys.bookDetail(bookId),
  keys.bookShelves,
  keys.bookPages,
];

export const useAnswer = (bookId: string) =>
  useChange(
    affectedBy(bookId),
    (place: 'earlier' | 'later') =>
      api.call(answerPlaceQuestion, { params: { id: bookId }, body: { place } }),
    reportFailure,
  );

export const useRestorePlace = (bookId: string) =>
  useChange(
    affectedBy(bookId),
    (placeId: string) =>
      api.call(restoreReadingPlace, { params: { id: bookId, place_id: placeId } }),
    reportFailure,
  );
