import { useMutation } from '@tanstack/react-query';

import { analyzeBook } from '../../../../shared/api/books.ts';
import {
  createLibrary,
  deleteLibrary,
  updateLibrary,
  type UpdateLibrary,
} from '../../../../shared/api/libraries.ts';
import type { EndpointInput } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

/** Analyzes the file again; the result arrives as server events. */
export const useAnalyzeBook = () =>
  useMutation({
    mutationFn: (id: string) => api.call(analyzeBook, { params: { id } }),
    onError: reportFailure,
  });

export type NewLibrary = EndpointInput<typeof createLibrary>['body'];

/** Plain calls, not mutations: the form shows their errors beside the field in question. */
export const createLibraryNow = (library: NewLibrary) => api.call(createLibrary, { body: library });

export const updateLibraryNow = (id: string, changes: Partial<UpdateLibrary>) =>
  api.call(updateLibrary, { params: { id }, body: changes });

/**
 * The confirmation dialog shows errors. Invalidates the affected queries at once instead of waiting
 * for the server's events.
 */
export const useDeleteLibrary = () =>
  useChange([['libraries'], ['books'], ['series'], ['scans']], (id: string) =>
    api.call(deleteLibrary, { params: { id } }),
  );
