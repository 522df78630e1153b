import type { QueryClient } from '@tanstack/react-query';
import type { CollectionField } from '../../../../shared/api/collections.ts';
import i18next from 'i18next';

import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { toCondition } from '../filters/filter-tree.ts';
import { filterOf } from '../smart-lists/draft.ts';
import { chosenCover, setListCover } from './change-cover.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { memberIdsOf, refreshLists } from './queries.ts';

/** Appends to a list and offers undo for the items that were new. Throws on failure. */
export const addToList = async (
  client: QueryClient,
  kind: ListKind,
  list: KeptList,
  ids: readonly string[],
): Promise<void> => {
  const before = await memberIdsOf(kind, list.id);
  await listApis[kind].add(list.id, ids);
  offerUndo({
    text: i18next.t('lists:added', { count: ids.length, name: list.name }),
    undo: async () => {
      await listApis[kind].arrange(list.id, before);
      await refreshLists(client);
    },
  });
  await refreshLists(client);
};

/**
 * Sets a list's items and their order; `text` describes the change. Shows errors as a notification.
 */
export const arrangeList = async (
  client: QueryClient,
  kind: ListKind,
  id: string,
  { before, after, text }: { before: readonly string[]; after: readonly string[]; text: string },
): Promise<void> => {
  try {
    await listApis[kind].arrange(id, after);
    offerUndo({
      text,
      undo: async () => {
        await listApis[kind].arrange(id, before);
        await refreshLists(client);
      },
    });
  } catch (error) {
    reportFailure(error);
  }
  await refreshLists(client);
};

/** Deletes a list and offers undo, which restores its id and cover. */
export const deleteList = async (
  client: QueryClient,
  kind: ListKind,
  list: KeptList,
): Promise<boolean> => {
  const { id, name, summary, ordered, condition } = list;
  try {
    const members = condition === null ? await memberIdsOf(kind, id) : [];
    const cover = await chosenCover(kind, list);
    await listApis[kind].remove(id);
    offerUndo({
      text: i18next.t('lists:deleted', { name }),
      undo: async () => {
        await listApis[kind].create(
          { id, name, summary, ordered, condition: conditionOf(condition) },
          members,
        );
        if (cover !== null) await setListCover(kind, id, cover);
        await refreshLists(client);
      },
    });
  } catch (error) {
    reportFailure(error);
    return false;
  }
  await client.invalidateQueries({ queryKey: ['lists', kind, 'page'] });
  return true;
};

const conditionOf = (condition: KeptList['condition']) =>
  toCondition<CollectionField>(filterOf({ target: 'series', condition }));
