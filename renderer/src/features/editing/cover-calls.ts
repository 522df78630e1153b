import { queryOptions, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';

import {
  chooseBookCover,
  chooseSeriesCover,
  getBookCover,
  getSeriesCover,
  resetBookCover,
  resetSeriesCover,
  type ChosenCover,
} from '../../../../shared/api/covers.ts';
import type { EditEntity } from '../../../../shared/api/edits.ts';
import { api } from '../../api/client.ts';
import { bumpCoverVersion } from '../../api/cover-versions.ts';
import { reportFailure, showToast } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { chooseUploadedCover, uploadedCoversQuery } from '../covers/uploaded-covers-query.ts';

const subjectOf = (entity: EditEntity) => (entity === 'series' ? 'series' : 'books');

const coverKey = (entity: EditEntity, id: string) => ['cover', entity, id];

const chosenCover = (entity: EditEntity, id: string): Promise<ChosenCover> =>
  api.call(entity === 'series' ? getSeriesCover : getBookCover, { params: { id } });

export const chosenCoverQuery = (entity: EditEntity, id: string) =>
  queryOptions({ queryKey: coverKey(entity, id), queryFn: () => chosenCover(entity, id) });

/**
 * A cover source: a page of a book, a book of a series (or a page of it), an uploaded image, or null
 * for the default.
 */
export type CoverWish =
  | { entity: 'book'; id: string; page: number }
  | { entity: 'series'; id: string; book_id: string; page?: number | undefined }
  | { entity: EditEntity; id: string; upload_id: string }
  | { entity: EditEntity; id: string; image: null };

const choose = async (wish: CoverWish): Promise<void> => {
  const params = { id: wish.id };
  if ('page' in wish && wish.entity === 'book') {
    await api.call(chooseBookCover, { params, body: { page: wish.page } });
  } else if ('book_id' in wish) {
    const { book_id, page } = wish;
    await api.call(chooseSeriesCover, { params, body: { book_id, ...(page ? { page } : {}) } });
  } else if ('upload_id' in wish) {
    await chooseUploadedCover(subjectOf(wish.entity), wish.id, wish.upload_id);
  } else {
    await api.call(wish.entity === 'series' ? resetSeriesCover : resetBookCover, { params });
  }
};

/** The source that restores a cover. */
const wishOf = (entity: EditEntity, id: string, chosen: ChosenCover): CoverWish | null => {
  const { source, book_id, page, upload_id } = chosen;
  if (source === 'automatic') return { entity, id, image: null };
  if (source === 'upload') return upload_id === null ? null : { entity, id, upload_id };
  if (entity === 'series') {
    return book_id === null ? null : { entity, id, book_id, page: page ?? undefined };
  }
  return page === null ? null : { entity, id, page };
};

/** Refreshes what shows the cover and its choices. */
export const coverChanged = async (
  client: QueryClient,
  entity: EditEntity,
  id: string,
): Promise<void> => {
  bumpCoverVersion(id);
  const { queryKey } = uploadedCoversQuery(subjectOf(entity), id);
  await Promise.all([
    client.invalidateQueries({ queryKey: coverKey(entity, id) }),
    client.invalidateQueries({ queryKey }),
  ]);
};

/** Changes a cover at once and offers undo if possible. Shows errors as a notification. */
export const changeCover = async (client: QueryClient, wish: CoverWish): Promise<void> => {
  const { entity, id } = wish;
  const done = () => coverChanged(client, entity, id);
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
