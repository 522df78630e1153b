import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { undoEdit } from '../../../../shared/api/edits.ts';
import { reprocessBooks, resetEdits } from '../../../../shared/api/reprocess.ts';
import { api } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import type { ReprocessScope } from '../selection/bulk-dialog-store.ts';

export const reprocessChoices = ['metadata', 'analyze', 'covers', 'check', 'reset'] as const;
export type ReprocessChoice = (typeof reprocessChoices)[number];

const bodyOf = ({ kind, ids }: ReprocessScope) =>
  kind === 'library'
    ? { library_id: ids[0] }
    : kind === 'series'
      ? { series_ids: [...ids] }
      : { book_ids: [...ids] };

/** Starts the chosen refresh and confirms it in a notification. @throws AppError */
export const startReprocess = async (
  scope: ReprocessScope,
  choice: ReprocessChoice,
  client: QueryClient,
): Promise<void> => {
  if (choice === 'reset') {
    await reset(scope, client);
    return;
  }
  const body = { action: choice, ...bodyOf(scope) };
  const { book_count: count } = await api.call(reprocessBooks, { body });
  await client.invalidateQueries({ queryKey: ['tasks'] });
  showToast(i18next.t('reprocess:started', { count }));
};

const reset = async (scope: ReprocessScope, client: QueryClient): Promise<void> => {
  const refresh = () =>
    Promise.all(
      (['books', 'series'] as const).map((kind) => client.invalidateQueries({ queryKey: [kind] })),
    );
  const { edits } = await api.call(resetEdits, { body: bodyOf(scope) });
  const count = edits.reduce((sum, edit) => sum + edit.record_count, 0);
  if (count === 0) {
    showToast(i18next.t('reprocess:nothingEdited'));
    return;
  }
  offerUndo({
    text: i18next.t('reprocess:wasReset', { count }),
    undone: i18next.t('reprocess:resetUndone'),
    undo: async () => {
      for (const { edit_id } of edits) await api.call(undoEdit, { params: { id: edit_id } });
      await refresh();
    },
  });
  await refresh();
};
