import { queryOptions, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  bulkEditBooks,
  bulkEditSeries,
  getBookMetadata,
  getSeriesMetadata,
  maxBulkRecords,
  undoEdit,
  updateBook,
  updateSeries,
  type EditEntity,
} from '../../../../shared/api/edits.ts';
import { api } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

/** A record in the editor: values and locks by field, and file values of locked fields. */
export interface Editable {
  values: Record<string, unknown>;
  locks: Record<string, boolean>;
  file_values: Record<string, unknown>;
}

export const editableQuery = (entity: EditEntity, id: string) =>
  queryOptions({
    queryKey: ['editor', entity, id],
    queryFn: async ({ signal }): Promise<Editable> => {
      const params = { id };
      return entity === 'series'
        ? api.call(getSeriesMetadata, { params, signal })
        : api.call(getBookMetadata, { params, signal });
    },
    // Never edit cached data: it may be outdated.
    gcTime: 0,
    staleTime: Infinity,
  });

export interface OneChange {
  set: Record<string, unknown>;
  locks: Record<string, boolean>;
}

/** Saves the changes of one record and offers undo. Throws the server's error. */
export const saveOne = async (
  client: QueryClient,
  entity: EditEntity,
  id: string,
  { set, locks }: OneChange,
  textOf: (title: string) => string,
): Promise<void> => {
  const input = { params: { id }, body: { ...set, locks } };
  const saved =
    entity === 'series'
      ? await api.call(updateSeries, input).then(({ name, edit_id }) => ({ title: name, edit_id }))
      : await api.call(updateBook, input);
  if (saved.edit_id !== null) offer(client, [saved.edit_id], textOf(saved.title));
  await refresh(client);
};

export interface ManyChange {
  set: Record<string, unknown>;
  add: Record<string, unknown[]>;
  remove: Record<string, unknown[]>;
}

/**
 * Saves changes to many records in batches and offers undo, also for the part done before an error,
 * which is thrown.
 */
export const saveMany = async (
  client: QueryClient,
  entity: EditEntity,
  ids: readonly string[],
  change: ManyChange,
  textOf: (count: number) => string,
): Promise<void> => {
  const edits: string[] = [];
  let count = 0;
  try {
    for (let first = 0; first < ids.length; first += maxBulkRecords) {
      const body = { ids: ids.slice(first, first + maxBulkRecords), ...change };
      const done = await api.call(entity === 'series' ? bulkEditSeries : bulkEditBooks, {
        body: body as never,
      });
      edits.push(done.edit_id);
      // The rest runs as a background task; count it as done.
      count += done.task_id === null ? done.changed_count : done.record_count;
    }
  } finally {
    if (edits.length > 0) offer(client, edits, textOf(count));
    await refresh(client);
  }
};

const offer = (client: QueryClient, edits: string[], text: string) =>
  offerUndo({
    text,
    undo: async () => {
      for (const id of edits.toReversed()) await undoOne(client, id);
    },
  });

/** Undoes one edit, and says if something of it stays. */
export const undoOne = async (client: QueryClient, id: string): Promise<void> => {
  const { skipped_count } = await api.call(undoEdit, { params: { id } });
  if (skipped_count > 0) showToast(i18next.t('activity:edits.skipped'));
  await refresh(client);
};

const refresh = (client: QueryClient) =>
  Promise.all(
    (['books', 'series', 'editor'] as const).map((kind) =>
      client.invalidateQueries({ queryKey: [kind] }),
    ),
  );
