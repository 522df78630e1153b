import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  createSmartList,
  deleteSmartList,
  replaceSmartList,
  type SmartList,
} from '../../../../shared/api/smart-lists.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { unpinPage } from '../sidebar/unpin-page.ts';
import { bodyOf, draftOf, type SmartDraft } from './draft.ts';
import { smartListsKey } from './queries.ts';

const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: smartListsKey });

/** Creates a list or saves changes to an own one. Throws on failure. */
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

/** Shares an own list with all users, or stops sharing. Shows errors as a notification. */
export const shareSmartList = async (
  client: QueryClient,
  list: SmartList,
  shared: boolean,
): Promise<void> => {
  const share = (isShared: boolean) =>
    saveSmartList(client, { ...draftOf(list), shared: isShared }, list.id);
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

/** Deletes an own list and offers undo, which restores its id and pin. False on failure. */
export const removeSmartList = async (client: QueryClient, list: SmartList): Promise<boolean> => {
  try {
    await api.call(deleteSmartList, { params: { id: list.id } });
  } catch (error) {
    reportFailure(error);
    return false;
  }
  const pinAgain = await unpinPage(client, `/smart-list/${list.id}`);
  offerUndo({
    text: i18next.t('smartLists:deleted', { name: list.name }),
    undo: async () => {
      await api.call(createSmartList, { body: { ...bodyOf(draftOf(list)), id: list.id } });
      await Promise.all([refresh(client), pinAgain()]);
    },
  });
  await client.invalidateQueries({ queryKey: [...smartListsKey, 'page'] });
  return true;
};
