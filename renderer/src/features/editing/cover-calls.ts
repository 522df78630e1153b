import { queryOptions, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  chooseBookCover,
  chooseSeriesCover,
  getBookCover,
  getSeriesCover,
  resetBookCover,
  resetSeriesCover,
  uploadBookCover,
  uploadSeriesCover,
  type ChosenCover,
} from '../../../../shared/api/covers.ts';
import type { EditEntity } from '../../../../shared/api/edits.ts';
import { api } from '../../api/client.ts';
import { bumpCoverVersion } from '../../api/cover-versions.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';

const coverKey = (entity: EditEntity, id: string) => ['cover', entity, id];

const chosenCover = (entity: EditEntity, id: string): Promise<ChosenCover> =>
  api.call(entity === 'series' ? getSeriesCover : getBookCover, { params: { id } });

export const chosenCoverQuery = (entity: EditEntity, id: string) =>
  queryOptions({ queryKey: coverKey(entity, id), queryFn: () => chosenCover(entity, id) });

/**
 * A cover source: a page of a book, a book of a series (or a page of it), an image, or null for the
 * default.
 */
export type CoverWish =
  | { entity: 'book'; id: string; page: number }
  | { entity: 'series'; id: string; book_id: string; page?: number | undefined }
  | { entity: EditEntity; id: string; image: Blob }
  | { entity: EditEntity; id: string; image: null };

const choose = async (wish: CoverWish): Promise<void> => {
  const params = { id: wish.id };
  if ('page' in wish && wish.entity === 'book') {
    await api.call(chooseBookCover, { params, body: { page: wish.page } });
  } else if ('book_id' in wish) {
    const { book_id, page } = wish;
    await api.call(chooseSeriesCover, { params, body: { book_id, ...(page ? { page } : {}) } });
  } else if ('image' in wish && wish.image !== null) {
    const body = new Uint8Array(await wish.image.arrayBuffer());
    await api.call(wish.entity === 'series' ? uploadSeriesCover : uploadBookCover, {
      params,
      body,
    });
  } else {
    await api.call(wish.entity === 'series' ? resetSeriesCover : resetBookCover, { params });
  }
};

/** The source that restores a cover; null for an uploaded image, which is lost when replaced. */
const wishOf = (entity: EditEntity, id: string, chosen: ChosenCover): CoverWish | null => {
  const { source, book_id, page } = chosen;
  if (source === 'automatic') return { entity, id, image: null };
  if (source === 'upload') return null;
  if (entity === 'series') {
    return book_id === null ? null : { entity, id, book_id, page: page ?? undefined };
  }
  return page === null ? null : { entity, id, page };
};

/** Changes a cover at once and offers undo if possible. Shows errors as a notification. */
export const changeCover = async (client: QueryClient, wish: CoverWish): Promise<void> => {
  const { entity, id } = wish;
  const done = async () => {
    bumpCoverVersion(id);
    await client.invalidateQueries({ queryKey: coverKey(entity, id) });
  };
  try {
    const before = await chosenCover(entity, id);
    await choose(wish);
    await done();
    const back = wishOf(entity, id, before);
    const text = i18next.t('editing:cover.changed');
    if (back === null) showToast(text);
    else offerUndo({ text, undo: () => choose(back).then(done) });
  } catch (error) {
    reportFailure(error);
  }
};
