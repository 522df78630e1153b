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
import { endpointUrl } from '../../../../shared/client.ts';
import type { ConditionInput } from '../../../../shared/condition.ts';
import type { Paginated } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import type { ListItem } from './list-item.ts';

export type ListKind = 'collections' | 'readLists';

/** A collection or a reading list. */
export interface KeptList {
  id: string;
  name: string;
  /** Reading lists only. */
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
    query: { page: number; pageSize: number },
    signal?: Signal,
  ): Promise<Paginated<ListItem>>;
  add(id: string, ids: readonly string[]): Promise<KeptList>;
  arrange(id: string, ids: readonly string[]): Promise<KeptList>;
  /** URL of the cover; changes with every update. */
  cover(list: Pick<KeptList, 'id' | 'updated_at'>): string;
  chooseCover(id: string, memberId: string): Promise<unknown>;
  /** Null resets to the first item's cover. */
  setCover(id: string, image: Blob | null): Promise<unknown>;
}

const ofCollection = ({ series_count: count, ...list }: Collection): KeptList => ({
  ...list,
  summary: null,
  count,
});
const ofReadList = ({ book_count: count, ...list }: ReadList): KeptList => ({
  ...list,
  condition: null,
  count,
});
const bytesOf = async (image: Blob) => new Uint8Array(await image.arrayBuffer());
const coverAddress = (address: string, { updated_at }: Pick<KeptList, 'updated_at'>): string =>
  `${address}?v=${encodeURIComponent(updated_at)}`;
const mapped = <From, To>(page: Paginated<From>, map: (item: From) => To): Paginated<To> => ({
  ...page,
  data: page.data.map(map),
});

/** One interface for collections and reading lists; only their item type differs. */
export const listApis: Record<ListKind, ListApi> = {
  collections: {
    page: async ({ memberId, ...query }, signal) =>
      mapped(
        await api.call(listCollections, { query: { ...query, series_id: memberId }, signal }),
        ofCollection,
      ),
    get: async (id, signal) =>
      ofCollection(await api.call(getCollection, { params: { id }, signal })),
    create: async ({ id, name, ordered, condition }, ids) =>
      ofCollection(
        await api.call(createCollection, {
          body: { id, name, ordered, condition, series_ids: [...ids] },
        }),
      ),
    update: async (id, { name, ordered, condition }) =>
      ofCollection(
        await api.call(updateCollection, { params: { id }, body: { name, ordered, condition } }),
      ),
    remove: (id) => api.call(deleteCollection, { params: { id } }),
    members: async (id, query, signal) =>
      mapped(
        await api.call(listSeriesOfCollection, { params: { id }, query, signal }),
        (series) => ({ kind: 'series', series }),
      ),
    add: async (id, ids) =>
      ofCollection(
        await api.call(addToCollection, { params: { id }, body: { series_ids: [...ids] } }),
      ),
    arrange: async (id, ids) =>
      ofCollection(
        await api.call(arrangeCollection, { params: { id }, body: { series_ids: [...ids] } }),
      ),
    cover: (list) =>
      coverAddress(endpointUrl(getCollectionThumbnail, { params: { id: list.id } }), list),
    chooseCover: (id, series_id) =>
      api.call(chooseCollectionCover, { params: { id }, body: { series_id } }),
    setCover: async (id, image) =>
      image === null
        ? api.call(resetCollectionCover, { params: { id } })
        : api.call(uploadCollectionCover, { params: { id }, body: await bytesOf(image) }),
  },
  readLists: {
    page: async ({ memberId, ...query }, signal) =>
      mapped(
        await api.call(listReadLists, { query: { ...query, book_id: memberId }, signal }),
        ofReadList,
      ),
    get: async (id, signal) => ofReadList(await api.call(getReadList, { params: { id }, signal })),
    create: async ({ id, name, summary, ordered }, ids) =>
      ofReadList(
        await api.call(createReadList, {
          body: { id, name, summary, ordered, book_ids: [...ids] },
        }),
      ),
    update: async (id, { name, summary, ordered }) =>
      ofReadList(
        await api.call(updateReadList, { params: { id }, body: { name, summary, ordered } }),
      ),
    remove: (id) => api.call(deleteReadList, { params: { id } }),
    members: async (id, query, signal) =>
      mapped(await api.call(listBooksOfReadList, { params: { id }, query, signal }), (book) => ({
        kind: 'book',
        book,
      })),
    add: async (id, ids) =>
      ofReadList(await api.call(addToReadList, { params: { id }, body: { book_ids: [...ids] } })),
    arrange: async (id, ids) =>
      ofReadList(await api.call(arrangeReadList, { params: { id }, body: { book_ids: [...ids] } })),
    cover: (list) =>
      coverAddress(endpointUrl(getReadListThumbnail, { params: { id: list.id } }), list),
    chooseCover: (id, book_id) =>
      api.call(chooseReadListCover, { params: { id }, body: { book_id } }),
    setCover: async (id, image) =>
      image === null
        ? api.call(resetReadListCover, { params: { id } })
        : api.call(uploadReadListCover, { params: { id }, body: await bytesOf(image) }),
  },
};
