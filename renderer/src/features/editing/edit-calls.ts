import { queryOptions, type QueryClient } from '@tanstack/react-query';

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
import { offerUndo } from '../../ui/undo.ts';

/** A record as the editor knows it: field → value, lock, and what the files say of what is locked. */
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
    // What somebody else changed meanwhile counts, not what was read the last time.
    gcTime: 0,
    staleTime: Infinity,
  });

export interface OneChange {
  set: Record<string, unknown>;
  locks: Record<string, boolean>;
}

/** Saves what changed of one record and offers to take it back. Throws what the server refuses. */
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
 * Changes many records, in parts where there are very many, and offers to take it back; so it does with
 * what was done before a failure, which it throws.
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
      // The rest is changed in the background, and told of as it is.
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
      for (const id of edits.toReversed()) await api.call(undoEdit, { params: { id } });
      await refresh(client);
    },
  });

const refresh = (client: QueryClient) =>
  Promise.all(
    (['books', 'series', 'editor'] as const).map((kind) =>
      client.invalidateQueries({ queryKey: [kind] }),
    ),
  );
