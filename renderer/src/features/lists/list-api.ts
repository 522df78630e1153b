import {
  addToCollection,
  arrangeCollection,
  createCollection,
  deleteCollection,
  getCollection,
  getCollectionThumbnail,
  listCollections,
  listSeriesOfCollection,
  updateCollection,
  type Collection,
} from '../../../../shared/api/collections.ts';
import {
  addToReadList,
  arrangeReadList,
  createReadList,
  deleteReadList,
  getReadList,
  getReadListThumbnail,
  listBooksOfReadList,
  listReadLists,
  updateReadList,
  type ReadList,
} from '../../../../shared/api/read-lists.ts';
import { endpointUrl } from '../../../../shared/client.ts';
import type { Paginated } from '../../../../shared/endpoint.ts';
import { api } from '../../api/client.ts';
import type { Member } from './member.ts';

export type ListKind = 'collections' | 'readLists';

/** A collection or a reading list. */
export interface KeptList {
  id: string;
  name: string;
  /** Only of reading lists. */
  summary: string | null;
  /** Whether it has an order of its own; else by name. */
  ordered: boolean;
  count: number;
}

export interface ListChanges {
  name?: string;
  summary?: string | null;
  ordered?: boolean;
}

export interface ListsQuery {
  page?: number;
  pageSize: number;
  /** Part of the name. */
  search?: string;
  /** Only lists with this series or book. */
  memberId?: string;
}

type Signal = AbortSignal | undefined;

interface ListApi {
  page(query: ListsQuery, signal?: Signal): Promise<Paginated<KeptList>>;
  get(id: string, signal?: Signal): Promise<KeptList>;
  create(fields: ListChanges & { name: string }, ids: readonly string[]): Promise<KeptList>;
  update(id: string, changes: ListChanges): Promise<KeptList>;
  remove(id: string): Promise<unknown>;
  members(
    id: string,
    query: { page: number; pageSize: number },
    signal?: Signal,
  ): Promise<Paginated<Member>>;
  add(id: string, ids: readonly string[]): Promise<KeptList>;
  arrange(id: string, ids: readonly string[]): Promise<KeptList>;
  cover(id: string): string;
}

const ofCollection = ({ series_count: count, ...list }: Collection): KeptList => ({
  ...list,
  summary: null,
  count,
});
const ofReadList = ({ book_count: count, ...list }: ReadList): KeptList => ({ ...list, count });
const mapped = <From, To>(page: Paginated<From>, map: (item: From) => To): Paginated<To> => ({
  ...page,
  data: page.data.map(map),
});

/** The two kinds of list behind one face: they differ in nothing but what stands on them. */
export const listApis: Record<ListKind, ListApi> = {
  collections: {
    page: async ({ memberId, ...query }, signal) =>
      mapped(
        await api.call(listCollections, { query: { ...query, series_id: memberId }, signal }),
        ofCollection,
      ),
    get: async (id, signal) =>
      ofCollection(await api.call(getCollection, { params: { id }, signal })),
    create: async ({ name, ordered }, ids) =>
      ofCollection(
        await api.call(createCollection, { body: { name, ordered, series_ids: [...ids] } }),
      ),
    update: async (id, { name, ordered }) =>
      ofCollection(await api.call(updateCollection, { params: { id }, body: { name, ordered } })),
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
    cover: (id) => endpointUrl(getCollectionThumbnail, { params: { id } }),
  },
  readLists: {
    page: async ({ memberId, ...query }, signal) =>
      mapped(
        await api.call(listReadLists, { query: { ...query, book_id: memberId }, signal }),
        ofReadList,
      ),
    get: async (id, signal) => ofReadList(await api.call(getReadList, { params: { id }, signal })),
    create: async (fields, ids) =>
      ofReadList(await api.call(createReadList, { body: { ...fields, book_ids: [...ids] } })),
    update: async (id, body) =>
      ofReadList(await api.call(updateReadList, { params: { id }, body })),
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
    cover: (id) => endpointUrl(getReadListThumbnail, { params: { id } }),
  },
};
