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

/**
 * A change after which the cached records of the given kinds are read again. The server's events say
 * the same a moment later; the person who made the change should not wait for them.
 */
const useChange = <Input>(
  kinds: readonly ('books' | 'series' | 'libraries' | 'scans')[],
  change: (input: Input) => Promise<unknown>,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [kind] }))),
    onError: reportFailure,
  });
};

/** Reads the file again; the answer comes as events. */
export const useAnalyzeBook = () =>
  useChange([], (id: string) => api.call(analyzeBook, { params: { id } }));

export type NewLibrary = EndpointInput<typeof createLibrary>['body'];

/** Failures of the two are shown in the form, beside the field they are about. */
export const createLibraryNow = (library: NewLibrary) => api.call(createLibrary, { body: library });

export const updateLibraryNow = (id: string, changes: Partial<UpdateLibrary>) =>
  api.call(updateLibrary, { params: { id }, body: changes });

export const useDeleteLibrary = () =>
  useChange(['libraries', 'books', 'series', 'scans'], (id: string) =>
    api.call(deleteLibrary, { params: { id } }),
  );
