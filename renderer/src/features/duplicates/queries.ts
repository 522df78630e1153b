import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  dismissDuplicates,
  type DuplicateGroup,
  findDuplicates,
  hideCopy,
  listDuplicates,
  listSameNameSeries,
  listSetAsideCopies,
  moveCopyToBin,
  restoreCopy,
  restoreDuplicates,
} from '../../../../shared/api/duplicates.ts';
import {
  type BinnedFileRecord,
  listBinnedFiles,
  restoreBinnedFile,
} from '../../../../shared/api/file-bin.ts';
import type { Book } from '../../../../shared/api/book-record.ts';
import { maxPageSize } from '../../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useInvalidate } from '../../api/use-change.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

const pageSize = 20;
/** Polling interval during a duplicate search (ms). */
const againMs = 5000;

export const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.duplicates, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listDuplicates, { query: { page, pageSize }, signal }),
    refetchInterval: againMs,
  });

export const useFindDuplicates = () =>
  useMutation({ mutationFn: () => api.call(findDuplicates), onError: reportFailure });

/** Hides a group and offers undo. */
export const useDismissDuplicates = () => {
  const { t } = useTranslation('duplicates');
  const invalidate = useInvalidate();
  const refresh = () => invalidate([keys.duplicates, keys.health]);
  return useMutation({
    mutationFn: (group: DuplicateGroup) =>
      api.call(dismissDuplicates, { params: { id: group.id } }),
    onSuccess: async (_, { id, books }) => {
      offerUndo({
        text: t('dismissed', { title: books[0]?.title }),
        undo: async () => {
          await api.call(restoreDuplicates, { params: { id } });
          await refresh();
        },
      });
      await refresh();
    },
    onError: reportFailure,
  });
};

/** Copies that were hidden or moved to the bin, newest first. */
export const setAsideCopiesQuery = () =>
  queryOptions({
    queryKey: [...keys.duplicates, 'aside'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listSetAsideCopies, { query: { pageSize: maxPageSize }, signal }),
  });

export const sameNameSeriesQuery = () =>
  queryOptions({
    queryKey: [...keys.duplicates, 'same-name'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(listSameNameSeries, { query: { pageSize: maxPageSize }, signal }),
  });

/** Views that show books that were set aside. */
const affected = [keys.duplicates, keys.health, ['books'], ['series'], ['libraries']];

/** Hides a copy, or moves its file to the bin; both offer undo. */
export const useSetAside = () => {
  const { t } = useTranslation('duplicates');
  const invalidate = useInvalidate();
  const useAction = (endpoint: typeof hideCopy | typeof moveCopyToBin, text: 'hidden' | 'moved') =>
    useMutation({
      mutationFn: ({ id }: Pick<Book, 'id' | 'title'>) => api.call(endpoint, { params: { id } }),
      onSuccess: async (_, { id, title }) => {
        offerUndo({
          text: t(text, { title }),
          undo: async () => {
            await api.call(restoreCopy, { params: { id } });
            await invalidate(affected);
          },
        });
        await invalidate(affected);
      },
      onError: reportFailure,
    });
  return { hide: useAction(hideCopy, 'hidden'), moveToBin: useAction(moveCopyToBin, 'moved') };
};

/** Shows a hidden copy again, or puts its file back. */
export const useRestoreCopy = () => {
  const { t } = useTranslation('duplicates');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id }: Pick<Book, 'id' | 'title'>) => api.call(restoreCopy, { params: { id } }),
    onSuccess: async (_, { title }) => {
      showToast(t('aside.restored', { title }));
      await invalidate(affected);
    },
    onError: reportFailure,
  });
};

/** Files of libraries in their bins, newest first. */
export const binnedFilesQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.duplicates, 'bin', page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listBinnedFiles, { query: { page, pageSize }, signal }),
  });

export const usePutBack = () => {
  const { t } = useTranslation('duplicates');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: ({ id }: BinnedFileRecord) => api.call(restoreBinnedFile, { params: { id } }),
    onSuccess: async (_, { path }) => {
      showToast(t('bin.restored', { path }));
      await invalidate(affected);
    },
    onError: reportFailure,
  });
};
