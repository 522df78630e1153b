import { queryOptions } from '@tanstack/react-query';

import type {
  Import,
  ImportKind,
  ImportLine,
  ImportSource,
  ImportState,
} from '../../../../shared/api/import-record.ts';
import {
  connectImport,
  createImport,
  deleteImport,
  getImport,
  inviteImported,
  listImportLines,
  listImports,
  runImport,
  undoImport,
  updateImportLine,
  uploadImport,
} from '../../../../shared/api/imports.ts';
import type { EndpointInput } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = ['imports'];
const affected = [key];
/** Polling interval while a step is in progress, ms. */
const busyMs = 700;
const pageSize = 50;

export const isBusy = (given: Pick<Import, 'status'> | undefined): boolean =>
  given !== undefined && ['reading', 'importing', 'undoing'].includes(given.status);

export const importsQuery = () =>
  queryOptions({
    queryKey: [...key, 'list'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.call(listImports, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isBusy) ? busyMs : false),
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getImport, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (isBusy(data) ? busyMs : false),
  });

export interface LineFilter {
  kind?: ImportKind | undefined;
  state?: ImportState | undefined;
  search: string;
  page: number;
}

/** Each step of an import changes its lines, so that a new status requests them again. */
export const linesQuery = (
  { id, status }: Pick<Import, 'id' | 'status'>,
  { kind, state, search, page }: LineFilter,
) =>
  queryOptions({
    queryKey: [...key, 'lines', id, status, kind, state, search, page],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listImportLines, {
        params: { id },
        query: {
          page,
          pageSize,
          ...(kind && { kind }),
          ...(state && { state }),
          ...(search.trim() !== '' && { search: search.trim() }),
        },
        signal,
      }),
    placeholderData: (previous) => previous,
  });

export const useCreateImport = () =>
  useChange(affected, (body: { source: ImportSource; path: string }) =>
    api.call(createImport, { body }),
  );

export const useConnectImport = () =>
  useChange(affected, (body: EndpointInput<typeof connectImport>['body']) =>
    api.call(connectImport, { body }),
  );

export const useUploadImport = () =>
  useChange(affected, ({ source, file }: { source: ImportSource; file: File }) =>
    api.call(uploadImport, { query: { source, name: file.name.slice(0, 255) }, body: file }),
  );

export const useDeleteImport = () =>
  useChange(affected, (id: string) => api.call(deleteImport, { params: { id } }));

export const useUpdateLine = (id: string) =>
  useChange(
    affected,
    ({ line, ...body }: { line: number; choice?: ImportLine['choice']; target?: string | null }) =>
      api.call(updateImportLine, { params: { id, line }, body }),
  );

export const useRunImport = (id: string) =>
  useChange(affected, (prefer: 'newer' | 'source') =>
    api.call(runImport, { params: { id }, body: { prefer } }),
  );

export const useUndoImport = (id: string) =>
  useChange(affected, () => api.call(undoImport, { params: { id } }));

export const useInvite = (id: string) =>
  useChange(affected, () => api.call(inviteImported, { params: { id } }));
