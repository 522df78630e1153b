import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { FilePlan, FilePlanKind, PlannedFile } from './types.ts';

/** Polling interval while a task is in progress, ms. */
const pollMs = 700;

export const filePlansQuery = <Plan extends FilePlan, File extends PlannedFile>(
  { name, list }: FilePlanKind<Plan, File>,
  libraryId: string,
) =>
  queryOptions({
    queryKey: [name, 'list', libraryId],
    queryFn: ({ signal }) => list(libraryId, signal),
  });

export const filePlanQuery = <Plan extends FilePlan, File extends PlannedFile>(
  { name, get }: FilePlanKind<Plan, File>,
  id: string,
) =>
  queryOptions({
    queryKey: [name, 'one', id],
    queryFn: ({ signal }) => get(id, signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.task_id !== null ? pollMs : false,
  });

export const plannedFilesQuery = <Plan extends FilePlan, File extends PlannedFile>(
  { name, files: load }: FilePlanKind<Plan, File>,
  { id, task_id, files }: Plan,
  state: File['state'] | undefined,
  page: number,
) =>
  queryOptions({
    // The rows differ if the number of files in a state does.
    queryKey: [name, 'files', id, state, page, task_id, files],
    queryFn: ({ signal }) => load(id, { page, pageSize: 50, ...(state && { state }) }, signal),
    placeholderData: keepPreviousData,
  });
