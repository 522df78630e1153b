import {
  addToCollection,
  arrangeCollection,
  chooseCollectionCover,
  createCollection,
  deleteCollection,
  getCollection,
  getCollectionThumbnail,
  listCollections,
  listSeriesOfCollection,
  resetCollectionCover,
  updateCollection,
  uploadCollectionCover,
  type Collection,
  type CollectionField,
  type ListCoverSource,
} from '../../../../shared/api/collections.ts';
import {
  addToReadList,
  arrangeReadList,
  chooseReadListCover,
  createReadList,
  deleteReadList,
  getReadList,
  getReadListThumbnail,
  listBooksOfReadList,
  listReadLists,
  resetReadListCover,
  updateReadList,
  uploadReadListCover,
  type ReadList,
} from '../../../../shared/api/read-lists.ts';
import { serverUrl } from '../../api/base-path.ts';
import type { ConditionInput } from '../../../../shared/condition.ts';
import type { Paginated } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import type { ListItem } from './list-item.ts';

export type ListKind = 'collections' | 'readLists';

/** A collection or a reading list. */
export interface KeptList {
  id: string;
  name: string;
  summary: string | null;
  /** Whether sorted manually; otherwise by name. */
  ordered: boolean;
  /** Collections only: the rule for their series; null if chosen manually. */
  condition: Record<string, unknown> | null;
  count: number;
  cover_source: ListCoverSource;
  /** The item whose cover was chosen. */
  cover_member_id: string | null;
  updated_at: string;
}

export interface ListChanges {
  name?: string;
  summary?: string | null;
  ordered?: boolean;
  /** Collections only. */
  condition?: ConditionInput<CollectionField> | null;
}

export interface ListsQuery {
  page?: number;
  pageSize: number;
  /** Matches a part of the name. */
  search?: string;
  /** Only lists that contain this series or book. */
  memberId?: string;
}

type Signal = AbortSignal | undefined;

interface ListApi {
  page(query: ListsQuery, signal?: Signal): Promise<Paginated<KeptList>>;
  get(id: string, signal?: Signal): Promise<KeptList>;
  /** `id` restores a deleted list. */
  create(
    fields: ListChanges & { id?: string; name: string },
    ids: readonly string[],
  ): Promise<KeptList>;
  update(id: string, changes: ListChanges): Promise<KeptList>;
  remove(id: string): Promise<unknown>;
  members(
    id: string,
    query: { page: number; pageSize: number; sort?: string | undefined },
    signal?: Signal,
  ): Promise<Paginated<ListItem>>;
  add(id: string, ids: readonly string[]): Promise<KeptList>;
  arrange(id: string, ids: readonly string[]): Promise<KeptList>;
  /** URL of the cover; changes with every update. Empty for an empty list without a chosen image. */
  cover(list: Pick<KeptList, 'id' | 'updated_at' | 'count' | 'cover_source'>): string;
  chooseCover(id: string, memberId: string): Promise<unknown>;
  /** Null resets to the first item's cover. */
  setCover(id: string, image: Blob | null): Promise<unknown>;
}

/** The endpoints of one kind of list, in the terms of its own records. */
interface ListEndpoints<Kept> extends Pick<
  ListApi,
  'remove' | 'members' | 'chooseCover' | 'cover'
> {
  toList: (kept: Kept) => KeptList;
  page: (query: ListsQuery, signal: Signal) => Promise<Paginated<Kept>>;
  get: (id: string, signal: Signal) => Promise<Kept>;
  create: (fields: ListChanges & { id?: string; name: string }, ids: string[]) => Promise<Kept>;
  update: (id: string, changes: ListChanges) => Promise<Kept>;
  add: (id: string, ids: string[]) => Promise<Kept>;
  arrange: (id: string, ids: string[]) => Promise<Kept>;
  resetCover: (id: string) => Promise<unknown>;
  uploadCover: (id: string, image: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

const listApi = <Kept>(endpoints: ListEndpoints<Kept>): ListApi => {
  const { toList, page, get, create, update, add, arrange, resetCover, uploadCover } = endpoints;
  return {
    ...endpoints,
    page: async (query, signal) => mapped(await page(query, signal), toList),
    get: async (id, signal) => toList(await get(id, signal)),
    create: async (fields, ids) => toList(await create(fields, [...ids])),
    update: async (id, changes) => toList(await update(id, changes)),
    add: async (id, ids) => toList(await add(id, [...ids])),
    arrange: async (id, ids) => toList(await arrange(id, [...ids])),
    cover: (list) =>
      list.count === 0 && list.cover_source === 'automatic'
        ? ''
        : `${endpoints.cover(list)}?v=${encodeURIComponent(list.updated_at)}`,
    setCover: async (id, image) =>
      image === null ? resetCover(id) : uploadCover(id, new Uint8Array(await image.arrayBuffer())),
  };
};

const mapped = <From, To>(page: Paginated<From>, map: (item: From) => To): Paginated<To> => ({
  ...page,
  data: page.data.map(map),
});

/** One interface for collections and reading lists; only their item type differs. */
export const listApis: { readonly [Kind in ListKind]: ListApi } = {
  collections: listApi<Collection>({
    toList: ({ series_count: count, ...list }) => ({ ...list, count }),
    page: ({ memberId, ...query }, signal) =>
      api.call(listCollections, { query: { ...query, series_id: memberId }, signal }),
    get: (id, signal) => api.call(getCollection, { params: { id }, signal }),
    create: ({ id, name, summary, ordered, condition }, series_ids) =>
      api.call(createCollection, {
        body: { id, name, summary, ordered, condition, series_ids },
      }),
    update: (id, { name, summary, ordered, condition }) =>
      api.call(updateCollection, { params: { id }, body: { name, summary, ordered, condition } }),
    remove: (id) => api.call(deleteCollection, { params: { id } }),
    members: async (id, query, signal) =>
      mapped(
        await api.call(listSeriesOfCollection, { params: { id }, query, signal }),
        (series) => ({ kind: 'series', series }),
      ),
    add: (id, series_ids) => api.call(addToCollection, { params: { id }, body: { series_ids } }),
    arrange: (id, series_ids) =>
      api.call(arrangeCollection, { params: { id }, body: { series_ids } }),
    cover: ({ id }) => serverUrl(getCollectionThumbnail, { params: { id } }),
    chooseCover: (id, series_id) =>
      api.call(chooseCollectionCover, { params: { id }, body: { series_id } }),
    resetCover: (id) => api.call(resetCollectionCover, { params: { id } }),
    uploadCover: (id, body) => api.call(uploadCollectionCover, { params: { id }, body }),
  }),
  readLists: listApi<ReadList>({
    toList: ({ book_count: count, ...list }) => ({ ...list, condition: null, count }),
    page: ({ memberId, ...query }, signal) =>
      api.call(listReadLists, { query: { ...query, book_id: memberId }, signal }),
    get: (id, signal) => api.call(getReadList, { params: { id }, signal }),
    create: ({ id, name, summary, ordered }, book_ids) =>
      api.call(createReadList, { body: { id, name, summary, ordered, book_ids } }),
    update: (id, { name, summary, ordered }) =>
      api.call(updateReadList, { params: { id }, body: { name, summary, ordered } }),
    remove: (id) => api.call(deleteReadList, { params: { id } }),
    members: async (id, query, signal) =>
      mapped(await api.call(listBooksOfReadList, { params: { id }, query, signal }), (book) => ({
        kind: 'book',
        book,
      })),
    add: (id, book_ids) => api.call(addToReadList, { params: { id }, body: { book_ids } }),
    arrange: (id, book_ids) => api.call(arrangeReadList, { params: { id }, body: { book_ids } }),
    cover: ({ id }) => serverUrl(getReadListThumbnail, { params: { id } }),
    chooseCover: (id, book_id) =>
      api.call(chooseReadListCover, { params: { id }, body: { book_id } }),
    resetCover: (id) => api.call(resetReadListCover, { params: { id } }),
    uploadCover: (id, body) => api.call(uploadReadListCover, { params: { id }, body }),
  }),
};
