import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';

/** Cover of an item, an image, or null for the first item's cover. */
type Wish = { memberId: string } | { image: Blob | null };

export const setListCover = (kind: ListKind, id: string, wish: Wish): Promise<unknown> =>
  'memberId' in wish
    ? listApis[kind].chooseCover(id, wish.memberId)
    : listApis[kind].setCover(id, wish.image);

/** The chosen cover of a list; null for the default, the first item's. */
export const chosenCover = async (kind: ListKind, list: KeptList): Promise<Wish | null> => {
  if (list.cover_member_id !== null) return { memberId: list.cover_member_id };
  if (list.cover_source !== 'upload') return null;
  const response = await fetch(listApis[kind].cover(list));
  return response.ok ? { image: await response.blob() } : null;
};

/**
 * Changes a list's cover and offers undo; an uploaded image is lost when replaced. Shows errors as
 * a notification.
 */
export const changeListCover = async (
  client: QueryClient,
  kind: ListKind,
  { id, cover_source, cover_member_id }: KeptList,
  wish: Wish,
): Promise<void> => {
  const choose = async (wish: Wish) => {
    await setListCover(kind, id, wish);
    await client.invalidateQueries({ queryKey: ['lists', kind] });
  };
  try {
    await choose(wish);
    const text = i18next.t('lists:cover.changed');
    if (cover_source === 'upload') showToast(text);
    else {
      const before = cover_member_id === null ? { image: null } : { memberId: cover_member_id };
      offerUndo({ text, undo: () => choose(before) });
    }
  } catch (error) {
    reportFailure(error);
  }
};
