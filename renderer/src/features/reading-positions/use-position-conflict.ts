import { queryOptions, useQuery } from '@tanstack/react-query';

import { listPlaceQuestions, type PlaceQuestion } from '../../../../shared/api/reading-places.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useCan } from '../../api/session-store.ts';

const conflictsQuery = () =>
  queryOptions({
    queryKey: keys.positionConflicts,
    queryFn: ({ signal }) => api.call(listPlaceQuestions, { query: { pageSize: 500 }, signal }),
  });

/** The open conflict about a position in a book, for users who can resolve it. */
export const usePositionConflict = (bookId: string): PlaceQuestion | undefined => {
  const canAnswer = useCan('progress-write');
  const canRead = useCan('progress-read');
  const { data } = useQuery({ ...conflictsQuery(), enabled: canAnswer && canRead });
  return data?.data.find(({ book_id }) => book_id === bookId);
};
