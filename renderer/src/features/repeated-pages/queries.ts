import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  findRepeatedPages,
  getRepeatedPagePicture,
  listRepeatedPages,
  type RepeatedPage,
  updateRepeatedPage,
} from '../../../../shared/api/repeated-pages.ts';
import { listTasks } from '../../../../shared/api/tasks.ts';
import { serverUrl } from '../../api/base-path.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const repeatedKeys = ['repeated-pages'] as const;

/** While a search runs, ms. */
const pollMs = 1000;
const pageSize = 60;

export const pictureUrl = (id: string): string =>
  serverUrl(getRepeatedPagePicture, { params: { id } });

/** The last search in a library. */
export const searchTaskQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [...repeatedKeys, 'task', libraryId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { task_type: 'find_repeated_pages' as const, pageSize: 20 };
      const { data } = await api.call(listTasks, { query, signal });
      return data.find(({ library_id }) => library_id === libraryId) ?? null;
    },
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'running' ? pollMs : false,
  });

/** `search` is the state of the last search: another one means other pages. */
export const repeatedPagesQuery = (
  libraryId: string,
  mark: 'none' | 'advertising' | 'keep' | undefined,
  page: number,
  search: string | undefined,
) =>
  queryOptions({
    queryKey: [...repeatedKeys, 'list', libraryId, mark, page, search],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(listRepeatedPages, {
        params: { id: libraryId },
        query: { page, pageSize, ...(mark && { mark }) },
        signal,
      }),
  });

export const useSearch = (libraryId: string) =>
  useChange(
    [repeatedKeys],
    () => api.call(findRepeatedPages, { params: { id: libraryId } }),
    reportFailure,
  );

export const useMark = () =>
  useChange(
    [repeatedKeys],
    ({ id, mark }: Pick<RepeatedPage, 'id' | 'mark'>) =>
      api.call(updateRepeatedPage, { params: { id }, body: { mark } }),
    reportFailure,
  );
