import { queryOptions } from '@tanstack/react-query';

import {
  chooseCollectionCover,
  getCollectionThumbnail,
  listCollections,
  resetCollectionCover,
  uploadCollectionCover,
} from '../../../../../shared/api/collections.ts';
import {
  chooseReadListCover,
  getReadListThumbnail,
  listReadLists,
  resetReadListCover,
  uploadReadListCover,
} from '../../../../../shared/api/read-lists.ts';
import { serverUrl } from '../../../api/base-path.ts';
import { api, pageUrl } from '../../../api/client.ts';

/** A list that contains the book or its series. */
export interface CoveredList {
  kind: 'collections' | 'readLists';
  id: string;
  name: string;
  cover_source: 'automatic' | 'upload' | 'member';
  cover_member_id: string | null;
}

/** Lists offered at most, of each kind. */
const pageSize = 20;

/** The lists whose cover a page of the book can be. */
export const coveredListsQuery = (
  { id, series_id }: { id: string; series_id: string },
  { collections, readLists }: { collections: boolean; readLists: boolean },
) =>
  queryOptions({
    queryKey: ['lists', 'of-book', id, collections, readLists],
    queryFn: async ({ signal }): Promise<CoveredList[]> => {
      const [withSeries, withBook] = await Promise.all([
        collections ? api.call(listCollections, { query: { series_id, pageSize }, signal }) : null,
        readLists ? api.call(listReadLists, { query: { book_id: id, pageSize }, signal }) : null,
      ]);
      return [
        ...(withBook?.data ?? []).map((list) => ({ kind: 'readLists' as const, ...list })),
        ...(withSeries?.data ?? []).map((list) => ({ kind: 'collections' as const, ...list })),
      ];
    },
  });

/** Width of the image of a list's cover (px), as the server keeps it. */
const coverWidth = 1200;

const imageAt = async (url: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const upload = ({ kind, id }: CoveredList, body: Uint8Array<ArrayBuffer>): Promise<unknown> =>
  kind === 'collections'
    ? api.call(uploadCollectionCover, { params: { id }, body })
    : api.call(uploadReadListCover, { params: { id }, body });

const restore = ({ kind, id, cover_member_id: member }: CoveredList): Promise<unknown> => {
  const params = { id };
  if (kind === 'collections') {
    return member === null
      ? api.call(resetCollectionCover, { params })
      : api.call(chooseCollectionCover, { params, body: { series_id: member } });
  }
  return member === null
    ? api.call(resetReadListCover, { params })
    : api.call(chooseReadListCover, { params, body: { book_id: member } });
};

/** Makes a page the cover of a list; returns the function that undoes it. */
export const coverList = async (
  list: CoveredList,
  bookId: string,
  page: number,
): Promise<() => Promise<unknown>> => {
  const endpoint = list.kind === 'collections' ? getCollectionThumbnail : getReadListThumbnail;
  const thumbnail = `${serverUrl(endpoint, { params: { id: list.id } })}?v=${Date.now()}`;
  const before = list.cover_source === 'upload' ? await imageAt(thumbnail) : null;
  await upload(list, await imageAt(pageUrl(bookId, page, { width: coverWidth })));
  return () => (before === null ? restore(list) : upload(list, before));
};
