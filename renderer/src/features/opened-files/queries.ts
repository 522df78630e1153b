import { queryOptions } from '@tanstack/react-query';

import { listFolders } from '../../../../shared/api/folders.ts';
import { getOpenedFile } from '../../../../shared/api/opened-files.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';

/** A standalone file; polled while it is being added to a library. */
export const openedFileQuery = (id: string, isArriving = false) =>
  queryOptions({
    queryKey: ['opened-file', id],
    queryFn: ({ signal }) => api.call(getOpenedFile, { params: { id }, signal }),
    refetchInterval: isArriving ? 1000 : false,
  });

/** Top-level folders of a library that contain books, usually its series. */
export const topFoldersQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['opened-file', 'folders', libraryId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: maxPageSize };
      const page = await api.call(listFolders, { params: { id: libraryId }, query, signal });
      return page.data.map(({ name }) => name);
    },
  });
