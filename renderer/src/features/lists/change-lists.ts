import type { QueryClient } from '@tanstack/react-query';
import type { CollectionField } from '../../../../shared/api/collections.ts';
import i18next from 'i18next';

import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { toCondition } from '../filters/filter-tree.ts';
import { unpinPage } from '../sidebar/unpin-page.ts';
import { filterOf } from '../smart-lists/draft.ts';
import { chosenCover, setListCover } from './change-cover.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { memberIdsOf, refreshLists } from './queries.ts';

/** Items of a list before and after a change. */
interface ListChange {
  before: readonly string[];
  after: readonly string[];
}

/** Takes one change back from a list; what was added or removed since stays so. */
export const withoutChange = (now: readonly string[], { before, after }: ListChange): string[] => {
  const [listed, known, changed] = [new Set(now), new Set(before), new Set(after)];
  return [
    ...before.filter((id) => listed.has(id) || !changed.has(id)),
    ...now.filter((id) => !known.has(id) && !changed.has(id)),
  ];
};

let lastChange: Promise<unknown> = Promise.resolve();

/** Changes are made one after the other, because each replaces the items or the order that it found. */
export const afterOthers = <Result>(change: () => Promise<Result>): Promise<Result> => {
  const result = lastChange.then(change);
  lastChange = result.catch(() => undefined);
  return result;
};

const undoChange = (kind: ListKind, id: string, change: ListChange): Promise<unknown> =>
  afterOthers(async () =>
    listApis[kind].arrange(id, withoutChange(await memberIdsOf(kind, id), change)),
  );

/** Appends to a list and offers undo for the items that were new. Throws on failure. */
export const addToList = async (
  client: QueryClient,
  kind: ListKind,
  list: KeptList,
  ids: readonly string[],
): Promise<void> => {
  const change = await afterOthers(async () => {
    const before = await memberIdsOf(kind, list.id);
    const known = new Set(before);
    await listApis[kind].add(list.id, ids);
    return { before, after: [...before, ...ids.filter((id) => !known.has(id))] };
  });
  const count = change.after.length - change.before.length;
  offerUndo({
    text: i18next.t('lists:added', { count, name: list.name }),
    undo: async () => {
      await undoChange(kind, list.id, change);
      await refreshLists(client);
    },
  });
  await refreshLists(client);
};

interface Arrangement {
  /** The items that a list holds afterwards. */
  arranged: (ids: readonly string[]) => string[];
  /** Whether it is about the order, so that a list by name is sorted manually from now on. */
  isOrder: boolean;
  /** Describes the change. */
  text: string;
}

/** Changes a list's items or their order, and offers undo. Shows errors as a notification. */
export const arrangeList = async (
  client: QueryClient,
  kind: ListKind,
  id: string,
  { arranged, isOrder, text }: Arrangement,
): Promise<void> => {
  const { arrange, get, update } = listApis[kind];
  try {
    const { wasByName, ...change } = await afterOthers(async () => {
      const before = await memberIdsOf(kind, id);
      const after = arranged(before);
      const isByName = isOrder && !(await get(id)).ordered;
      if (isByName) await update(id, { ordered: true });
      await arrange(id, after);
      return { before, after, wasByName: isByName };
    });
    offerUndo({
      text,
      undo: async () => {
        await undoChange(kind, id, change);
        if (wasByName) await update(id, { ordered: false });
        await refreshLists(client);
      },
    });
  } catch (error) {
    reportFailure(error);
  }
  await refreshLists(client);
};

const paths = { collections: '/collection', readLists: '/read-list' } as const;

/** Deletes a list and offers undo, which restores its id, cover and pin. */
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
    const pinAgain = await unpinPage(client, `${paths[kind]}/${id}`);
    offerUndo({
      text: i18next.t('lists:deleted', { name }),
      undo: async () => {
        await listApis[kind].create(
          { id, name, summary, ordered, condition: conditionOf(condition) },
          members,
        );
        if (cover !== null) await setListCover(kind, id, cover);
        await Promise.all([refreshLists(client), pinAgain()]);
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
  toCondition<CollectionField>(filterOf({ condition }));
