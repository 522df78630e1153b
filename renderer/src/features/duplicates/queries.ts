import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  dismissDuplicates,
  type DuplicateGroup,
  findDuplicates,
  listDuplicates,
  restoreDuplicates,
} from '../../../../shared/api/duplicates.ts';
import { api } from '../../api/client.ts';
import { useInvalidate } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

const key = ['duplicates'];
const pageSize = 20;
/** Polling interval during a duplicate search (ms). */
const againMs = 5000;

export const duplicatesQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
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
  const refresh = () => invalidate([key, ['health']]);
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
