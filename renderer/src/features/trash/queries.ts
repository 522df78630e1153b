import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { emptyTrash, listTrash, removeFromTrash } from '../../../../shared/api/trash.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';

const pageSize = 50;

export const trashQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.trash, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listTrash, { query: { page, pageSize }, signal }),
  });

/** Permanently deletes the data of one missing book, or of all. */
export const useForget = () =>
  useChange([keys.trash, keys.health], (id: string | null) =>
    id === null ? api.call(emptyTrash) : api.call(removeFromTrash, { params: { id } }),
  );
