import { queryOptions } from '@tanstack/react-query';

import { listFolders } from '../../../../shared/api/folders.ts';
import { getOpenedFile } from '../../../../shared/api/opened-files.ts';
import { maxPageSize } from '../../../../shared/schemas.ts';
import { api } from '../../api/client.ts';

/** A file outside of the libraries; asked for again and again while it is on its way into one. */
export const openedFileQuery = (id: string, isArriving = false) =>
  queryOptions({
    queryKey: ['opened-file', id],
    queryFn: ({ signal }) => api.call(getOpenedFile, { params: { id }, signal }),
    refetchInterval: isArriving ? 1000 : false,
  });

/** Names of the folders right in a library that hold books: mostly its series. */
export const topFoldersQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['opened-file', 'folders', libraryId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: maxPageSize };
      const page = await api.call(listFolders, { params: { id: libraryId }, query, signal });
      return page.data.map(({ name }) => name);
    },
  });
