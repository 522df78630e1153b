import type { QueryClient } from '@tanstack/react-query';
import type { CollectionField } from '../../../../shared/api/collections.ts';
import i18next from 'i18next';

import { reportFailure } from '../../ui/notify.ts';
import { offerUndo } from '../../ui/undo.ts';
import { toCondition } from '../filters/filter-tree.ts';
import { filterOf } from '../smart-lists/draft.ts';
import { chosenCover, setListCover } from './change-cover.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { memberIdsOf, refreshLists } from './queries.ts';

/** Adds at the end of a list and offers to take back what was not on it before. Throws where it fails. */
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

/** Gives a list these members in this order; `text` says what was done. A failure is told. */
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

/** Deletes a list and offers to put it back as it was, at the same address and with its cover. */
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
