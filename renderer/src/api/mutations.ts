import { useMutation, useQueryClient } from '@tanstack/react-query';

import { analyzeBook } from '../../../shared/api/books.ts';
import {
  createLibrary,
  deleteLibrary,
  updateLibrary,
  type UpdateLibrary,
} from '../../../shared/api/libraries.ts';
import type { EndpointInput } from '../../../shared/endpoint.ts';
import { reportFailure } from '../ui/notify.ts';
import { api } from './client.ts';

/** Reads the file again; the answer comes as events. */
export const useAnalyzeBook = () =>
  useMutation({
    mutationFn: (id: string) => api.call(analyzeBook, { params: { id } }),
    onError: reportFailure,
  });

export type NewLibrary = EndpointInput<typeof createLibrary>['body'];

/** Failures of the two are shown in the form, beside the field they are about. */
export const createLibraryNow = (library: NewLibrary) => api.call(createLibrary, { body: library });

export const updateLibraryNow = (id: string, changes: Partial<UpdateLibrary>) =>
  api.call(updateLibrary, { params: { id }, body: changes });

/**
 * The dialog that asks shows how it failed. What showed the library is read again: the server's events
 * say the same a moment later, but the person who removed it should not wait for them.
 */
export const useDeleteLibrary = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(deleteLibrary, { params: { id } }),
    onSuccess: () =>
      Promise.all(
        ['libraries', 'books', 'series', 'scans'].map((kind) =>
          client.invalidateQueries({ queryKey: [kind] }),
        ),
      ),
  });
};
