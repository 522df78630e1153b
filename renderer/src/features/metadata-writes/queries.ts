import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  getMetadataWrite,
  listMetadataWriteFiles,
  listMetadataWrites,
  type MetadataWrite,
} from '../../../../shared/api/metadata-writes.ts';
import { api } from '../../api/client.ts';

export const writeKeys = ['metadata-writes'] as const;

/** While a task works on the files, ms. */
const pollMs = 700;

/** States by which files are listed. */
export const fileStates = ['planned', 'written', 'failed', 'skipped', 'undone'] as const;
export type FileState = (typeof fileStates)[number];

export const writesQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [...writeKeys, 'list', libraryId],
    queryFn: ({ signal }) =>
      api.call(listMetadataWrites, { query: { library_id: libraryId, pageSize: 20 }, signal }),
  });

export const isBusy = (write: MetadataWrite | undefined): boolean =>
  write !== undefined && write.task_id !== null;

export const writeQuery = (id: string) =>
  queryOptions({
    queryKey: [...writeKeys, 'one', id],
    queryFn: ({ signal }) => api.call(getMetadataWrite, { params: { id }, signal }),
    refetchInterval: ({ state }) => (isBusy(state.data) ? pollMs : false),
  });

export const filesQuery = (
  { id, task_id, files }: MetadataWrite,
  state: FileState | undefined,
  page: number,
) =>
  queryOptions({
    // Another number of files in a state means other rows.
    queryKey: [...writeKeys, 'files', id, state, page, task_id, files],
    queryFn: ({ signal }) =>
      api.call(listMetadataWriteFiles, {
        params: { id },
        query: { page, pageSize: 50, ...(state && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
