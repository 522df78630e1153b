import { queryOptions, useQuery } from '@tanstack/react-query';

import { listPlaceQuestions, type PlaceQuestion } from '../../../../shared/api/reading-places.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useCan } from '../../api/session-store.ts';

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
