import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  listOrganiseChanges,
  organise,
  undoOrganiseChange,
} from '../../../../shared/api/organise.ts';
import { listSeries, searchSeries } from '../../../../shared/api/series.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useInvalidate } from '../../api/use-change.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import type { Draft } from './drafts.ts';

const pageSize = 60;

/** Query keys that a change of series and books can affect. */
export const organisedKeys = [['series'], ['books'], ['libraries']];

/** Invalidates what a change affects, and offers to undo it. */
export const useOfferUndoOfChange = () => {
  const invalidate = useInvalidate();
  return (changeId: string | null, text: string): Promise<unknown> => {
    if (changeId !== null) {
      offerUndo({
        text,
        undo: async () => {
          await api.call(undoOrganiseChange, { params: { id: changeId } });
          await invalidate(organisedKeys);
        },
      });
    }
    return invalidate(organisedKeys);
  };
};

/** Series of a library by name, or search results. */
export const seriesListQuery = (libraryId: string, text: string, page: number) =>
  queryOptions({
    queryKey: keys.seriesPage({ organise: libraryId, text, page }),
    queryFn: ({ signal }) =>
      text.trim() === ''
        ? api.call(listSeries, { query: { library_id: libraryId, page, pageSize }, signal })
        : api.call(searchSeries, {
            body: { query: text, library_id: libraryId },
            query: { page, pageSize },
            signal,
          }),
    placeholderData: keepPreviousData,
  });

/** The server's preview of pending changes. */
export const previewQuery = (drafts: readonly Draft[]) =>
  queryOptions({
    queryKey: ['series', 'organise', drafts.map(({ change }) => change)],
    queryFn: ({ signal }) =>
      api.call(organise, {
        body: { changes: drafts.map(({ change }) => change), dry_run: true },
        signal,
      }),
    enabled: drafts.length > 0,
    placeholderData: keepPreviousData,
  });

export const changesQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['series', 'organised', libraryId],
    queryFn: ({ signal }) =>
      api.call(listOrganiseChanges, {
        query: { library_id: libraryId, pageSize: 50 },
        signal,
      }),
  });
