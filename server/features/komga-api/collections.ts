import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { line } from '../../../shared/schemas.ts';
import type { JsonText } from '../../database/json.ts';
import { memberIds } from '../../../shared/api/collections.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { WantToReadService } from '../want-to-read/service.ts';
import { conflictAsBadRequest } from './admin.ts';
import { memberSort, recordsOf } from './entry-pages.ts';
import { listAnswer, type KomgaList } from './list-answer.ts';
import { seriesFilter } from './lists.ts';
import { komgaPage } from './page.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';
import { seconds } from './values.ts';
import {
  refuseWantToRead,
  wantToReadId,
  type KomgaListed,
  type KomgaLists,
} from './want-to-read.ts';

const needs = ['collections-read'] as const;
const withSeries = [...needs, 'series-read'] as const;
const path = '/api/v1/collections';
const created = z.object({
  name: line(255),
  ordered: z.boolean(),
  seriesIds: memberIds.min(1),
});

interface KomgaCollectionOptions {
  collections: CollectionsService;
  /** The same with the caller's own list. */
  lists: KomgaLists;
  wantToRead: Pick<WantToReadService, 'setOfKind'>;
  /** Queries for lists of series. */
  series: {
    get(userPk: number | null, id: string): JsonText<unknown> | null;
    list: KomgaList;
  };
}

/** Endpoints for collections, their series, and the collections of a series. */
export const komgaCollectionRoutes = (options: KomgaCollectionOptions): KomgaRoute[] => [
  ...reading(options),
  ...changing(options),
];

const recordOf =
  (lists: KomgaLists, caller: Caller) =>
  ({ id, name, ordered, created_at, updated_at }: KomgaListed) => ({
    id,
    name,
    ordered,
    seriesIds: lists.members(caller, id),
    createdDate: seconds(created_at),
    lastModifiedDate: seconds(updated_at),
    filtered: false,
  });

const reading = ({ lists, series }: KomgaCollectionOptions): KomgaRoute[] => {
  const answer = listAnswer(series.list);
  return [
    komgaRoute({ method: 'GET', path, needs }, ({ caller, query }) => {
      const page = query.page();
      const found = lists.page(caller, page, {
        search: query.text('search'),
        library_ids: query.list('library_id'),
      });
      return komgaPage(recordsOf(found, recordOf(lists, caller)), page, true);
    }),
    komgaRoute({ method: 'GET', path: `${path}/:id`, needs }, ({ caller, params: { id = '' } }) =>
      recordOf(lists, caller)(lists.get(caller, id)),
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/:id/series`, needs: withSeries },
      ({ caller, query, params: { id = '' } }) =>
        answer(caller, query, {
          filter: {
            allOf: [{ field: 'collectionId', operator: 'is', value: id }, seriesFilter(query)],
          },
          search: query.text('search') ?? '',
          sort: memberSort(query, lists.get(caller, id), 'collection.number', 'metadata.titleSort'),
        }),
    ),
    komgaRoute(
      { method: 'GET', path: '/api/v1/series/:id/collections', needs: withSeries },
      ({ caller, params: { id = '' } }) => {
        if (!series.get(null, id)) throw notFound('Series', id);
        return lists.withMember(caller, id).map(recordOf(lists, caller));
      },
    ),
  ];
};

const changing = ({ collections, lists, wantToRead }: KomgaCollectionOptions): KomgaRoute[] => [
  komgaRoute(
    { method: 'POST', path, needs: ['collections-write'], admin: true, body: created },
    async ({ caller, body: { seriesIds, ...fields } }) =>
      recordOf(
        lists,
        caller,
      )(await conflictAsBadRequest(() => collections.create(fields, seriesIds))),
  ),
  komgaRoute(
    {
      method: 'PATCH',
      path: `${path}/:id`,
      needs: ['collections-write'],
      admin: true,
      body: created.partial(),
    },
    ({ caller, params: { id = '' }, body: { seriesIds, ...fields } }) =>
      conflictAsBadRequest(async () => {
        if (lists.get(caller, id).id === wantToReadId) {
          if (fields.name !== undefined) refuseWantToRead(id, 'name');
          if (seriesIds) wantToRead.setOfKind(caller, 'series', seriesIds);
          return;
        }
        if (seriesIds) collections.reorder(id, seriesIds);
        if (Object.keys(fields).length > 0) await collections.update(id, fields);
      }),
  ),
  komgaRoute(
    { method: 'DELETE', path: `${path}/:id`, needs: ['collections-delete'], admin: true },
    ({ params: { id = '' } }) => {
      refuseWantToRead(id, 'id');
      return collections.remove(id);
    },
  ),
];
