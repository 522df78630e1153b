import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import { reportFailure, say } from '../../ui/notify.ts';
import { offerUndo } from '../../ui/undo.ts';
import { listApis, type KeptList, type ListKind } from './list-api.ts';

/** The cover of an entry, an image, or null: that of the first entry. */
type Wish = { memberId: string } | { image: Blob | null };

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
    if ('memberId' in to) await listApis[kind].chooseCover(id, to.memberId);
    else await listApis[kind].setCover(id, to.image);
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
