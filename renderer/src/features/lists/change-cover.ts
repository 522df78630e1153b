import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { reportFailure, say } from '../../ui/notify.ts';
import { offerUndo } from '../../ui/undo.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';

/** The cover of an entry, an image, or null: that of the first entry. */
type Wish = { memberId: string } | { image: Blob | null };

export const setListCover = (kind: ListKind, id: string, wish: Wish): Promise<unknown> =>
  'memberId' in wish
    ? listApis[kind].chooseCover(id, wish.memberId)
    : listApis[kind].setCover(id, wish.image);

/** The cover that was chosen for a list; null where the first entry decides. */
export const chosenCover = async (kind: ListKind, list: KeptList): Promise<Wish | null> => {
  if (list.cover_member_id !== null) return { memberId: list.cover_member_id };
  if (list.cover_source !== 'upload') return null;
  const response = await fetch(listApis[kind].cover(list));
  return response.ok ? { image: await response.blob() } : null;
};

/**
 * Changes the cover of a list and offers to take it back; an image is gone once another cover is chosen.
 * A failure is told.
 */
export const changeListCover = async (
  client: QueryClient,
  kind: ListKind,
  { id, cover_source, cover_member_id }: KeptList,
  wish: Wish,
): Promise<void> => {
  const choose = async (to: Wish) => {
    await setListCover(kind, id, to);
    await client.invalidateQueries({ queryKey: ['lists', kind] });
  };
  try {
    await choose(wish);
    const text = i18next.t('lists:cover.changed');
    if (cover_source === 'upload') say(text);
    else {
      const before = cover_member_id === null ? { image: null } : { memberId: cover_member_id };
      offerUndo({ text, undo: () => choose(before) });
    }
  } catch (error) {
    reportFailure(error);
  }
};
