import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  type Conversion,
  getConversion,
  listConversionFiles,
  listConversions,
} from '../../../../shared/api/conversions.ts';
import { api } from '../../api/client.ts';

export const conversionKeys = ['conversions'] as const;

/** While a task works on the files, ms. */
const pollMs = 700;

/** States by which files are listed. */
export const conversionFileStates = [
  'planned',
  'converted',
  'failed',
  'skipped',
  'undone',
] as const;
export type ConversionFileState = (typeof conversionFileStates)[number];

export const conversionsQuery = (libraryId: string) =>
  queryOptions({
    queryKey: [...conversionKeys, 'list', libraryId],
    queryFn: ({ signal }) =>
      api.call(listConversions, { query: { library_id: libraryId, pageSize: 20 }, signal }),
  });

export const conversionQuery = (id: string) =>
  queryOptions({
    queryKey: [...conversionKeys, 'one', id],
    queryFn: ({ signal }) => api.call(getConversion, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.task_id !== null ? pollMs : false,
  });

export const conversionFilesQuery = (
  { id, task_id, files }: Conversion,
  state: ConversionFileState | undefined,
  page: number,
) =>
  queryOptions({
    // Another number of files in a state means other rows.
    queryKey: [...conversionKeys, 'files', id, state, page, task_id, files],
    queryFn: ({ signal }) =>
      api.call(listConversionFiles, {
        params: { id },
        query: { page, pageSize: 50, ...(state && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
