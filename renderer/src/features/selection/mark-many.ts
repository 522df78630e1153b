import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { markMany, maxMarked, undoMarks } from '../../../../shared/api/progress-marks.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import type { SelectionKind } from './selection-store.ts';

/**
 * Marks any number of series or books read or unread and offers undo, also for the part done before
 * an error. Never rejects; errors are shown as a notification. Returns whether all were marked.
 */
export const markRecords = async (
  client: QueryClient,
  { kind, ids, read }: { kind: SelectionKind; ids: readonly string[]; read: boolean },
): Promise<boolean> => {
  const changes: string[] = [];
  let count = 0;
  let isDone = true;
  try {
    for (let first = 0; first < ids.length; first += maxMarked) {
      const some = ids.slice(first, first + maxMarked);
      const body = { read, ...(kind === 'series' ? { series_ids: some } : { book_ids: some }) };
      const marked = await api.call(markMany, { body });
      count += marked.count;
      if (marked.undo_id !== null) changes.push(marked.undo_id);
    }
  } catch (error) {
    isDone = false;
    reportFailure(error);
  }
  if (count > 0) {
    offerUndo({
      text: i18next.t(read ? 'selection:marked.read' : 'selection:marked.unread', { count }),
      undone: i18next.t('selection:marksBack', { count }),
      undo: async () => {
        for (const id of changes.reverse()) await api.call(undoMarks, { params: { id } });
        await refresh(client);
      },
    });
  }
  await refresh(client);
  return isDone;
};

const refresh = (client: QueryClient) =>
  Promise.all(
    (['books', 'series'] as const).map((kind) => client.invalidateQueries({ queryKey: [kind] })),
  );
