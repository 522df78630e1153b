import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { chooseUploadedCover, uploadedCoversQuery } from '../covers/uploaded-covers-query.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';

/** Cover of an item, a new image or one that was uploaded before, or null for the first item's cover. */
export type ListCoverWish = { memberId: string } | { uploadId: string } | { image: Blob | null };

export const setListCover = (kind: ListKind, id: string, wish: ListCoverWish): Promise<unknown> => {
  if ('uploadId' in wish) return chooseUploadedCover(kind, id, wish.uploadId);
  return 'memberId' in wish
    ? listApis[kind].chooseCover(id, wish.memberId)
    : listApis[kind].setCover(id, wish.image);
};

/** The chosen cover of a list; null for the default, the first item's. */
export const chosenCover = async (
  kind: ListKind,
  list: KeptList,
): Promise<ListCoverWish | null> => {
  if (list.cover_member_id !== null) return { memberId: list.cover_member_id };
  if (list.cover_source !== 'upload') return null;
  const response = await fetch(listApis[kind].cover(list));
  return response.ok ? { image: await response.blob() } : null;
};

/**
 * Changes a list's cover and offers undo. Shows errors as a notification.
 */
export const changeListCover = async (
  client: QueryClient,
  kind: ListKind,
  { id, cover_source, cover_member_id }: KeptList,
  wish: ListCoverWish,
): Promise<void> => {
  const choose = async (wish: ListCoverWish) => {
    await setListCover(kind, id, wish);
    await Promise.all([
      client.invalidateQueries({ queryKey: ['lists', kind] }),
      client.invalidateQueries({ queryKey: uploadedCoversQuery(kind, id).queryKey }),
    ]);
  };
  try {
    const uploads =
      cover_source === 'upload' ? await client.query(uploadedCoversQuery(kind, id)) : [];
    const uploadId = uploads.find(({ is_chosen }) => is_chosen)?.id;
    await choose(wish);
    const text = i18next.t('lists:cover.changed');
    const before = cover_member_id === null ? { image: null } : { memberId: cover_member_id };
    offerUndo({ text, undo: () => choose(uploadId === undefined ? before : { uploadId }) });
  } catch (error) {
    reportFailure(error);
  }
};
