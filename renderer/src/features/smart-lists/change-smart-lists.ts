import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  createSmartList,
  deleteSmartList,
  replaceSmartList,
  type SmartList,
} from '../../../../shared/api/smart-lists.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/notify.ts';
import { offerUndo } from '../../ui/undo.ts';
import { bodyOf, draftOf, type SmartDraft } from './draft.ts';
import { smartListsKey } from './queries.ts';

const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: smartListsKey });

/** Keeps a new list, or what an own one has become. Throws where it fails. */
export const saveSmartList = async (
  client: QueryClient,
  draft: SmartDraft,
  id: string | null,
): Promise<SmartList> => {
  const body = bodyOf(draft);
  const saved =
    id === null
      ? await api.call(createSmartList, { body })
      : await api.call(replaceSmartList, { params: { id }, body });
  await refresh(client);
  return saved;
};

/** Shows an own list to everybody, or to nobody else any more. A failure is told. */
export const shareSmartList = async (
  client: QueryClient,
  list: SmartList,
  shared: boolean,
): Promise<void> => {
  const share = (to: boolean) => saveSmartList(client, { ...draftOf(list), shared: to }, list.id);
  try {
    await share(shared);
    const { name } = list;
    offerUndo({
      text: i18next.t(shared ? 'smartLists:isShared' : 'smartLists:isPrivate', { name }),
      undo: () => share(!shared),
    });
  } catch (error) {
    reportFailure(error);
  }
};

/** Deletes an own list and offers to put it back, at the same address. False where it failed. */
export const removeSmartList = async (client: QueryClient, list: SmartList): Promise<boolean> => {
  try {
    await api.call(deleteSmartList, { params: { id: list.id } });
  } catch (error) {
    reportFailure(error);
    return false;
  }
  offerUndo({
    text: i18next.t('smartLists:deleted', { name: list.name }),
    undo: async () => {
      await api.call(createSmartList, { body: { ...bodyOf(draftOf(list)), id: list.id } });
      await refresh(client);
    },
  });
  await client.invalidateQueries({ queryKey: [...smartListsKey, 'page'] });
  return true;
};
