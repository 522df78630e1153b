import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { addWanted, arrangeWanted, removeWanted } from '../../../../shared/api/want-to-read.ts';
import { api } from '../../api/client.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { refreshLists, wantedIdsQuery } from './queries.ts';

/** Adds series and books to "Want to read" and offers undo. Returns false if that failed. */
export const want = async (client: QueryClient, ids: readonly string[]): Promise<boolean> => {
  let isDone = true;
  try {
    const known = await client.query({ ...wantedIdsQuery(), staleTime: 0 });
    const added = ids.filter((id) => !known.has(id));
    await api.call(addWanted, { body: { ids: added } });
    offerUndo({
      text: i18next.t('lists:wanted.added', { count: added.length }),
      undo: async () => {
        await api.call(removeWanted, { body: { ids: added } });
        await refreshLists(client);
      },
    });
  } catch (error) {
    isDone = false;
    reportFailure(error);
  }
  await refreshLists(client);
  return isDone;
};

/** Removes items from "Want to read"; undo restores their positions. */
export const unwant = async (client: QueryClient, ids: readonly string[]): Promise<void> => {
  try {
    const before = [...(await client.query({ ...wantedIdsQuery(), staleTime: 0 }))];
    await api.call(removeWanted, { body: { ids: [...ids] } });
    offerUndo({
      text: i18next.t('lists:wanted.removed', { count: ids.length }),
      undo: async () => {
        const { ids: now } = await api.call(addWanted, {
          body: { ids: before.filter((id) => ids.includes(id)) },
        });
        const listed = new Set(now);
        await api.call(arrangeWanted, { body: { ids: before.filter((id) => listed.has(id)) } });
        await refreshLists(client);
      },
    });
  } catch (error) {
    reportFailure(error);
  }
  await refreshLists(client);
};

/** Removes the items if all are on the list; otherwise adds the missing ones. */
export const toggleWanted = async (client: QueryClient, ids: readonly string[]): Promise<void> => {
  const known = await client.query(wantedIdsQuery());
  await (ids.every((id) => known.has(id)) ? unwant(client, ids) : want(client, ids));
};
